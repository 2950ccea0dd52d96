/**
 * What a step says to the runner, as `@actions/core` says it. The parts that have something to get right (how commands and
 * values are escaped, the files that they are written to, the summary) are its own, from the files that they are in: its
 * index also loads an HTTP client for OpenID Connect, which takes longer than all else that most runs do.
 * `__tests__/core.test.ts` holds what is here against that index.
 */
import { EOL } from 'node:os'
import { issueCommand } from '../node_modules/@actions/core/lib/command.js'
import type { AnnotationProperties, InputOptions } from '../node_modules/@actions/core/lib/core.js'
import { issueFileCommand, prepareKeyValueMessage } from '../node_modules/@actions/core/lib/file-command.js'
import { summary } from '../node_modules/@actions/core/lib/summary.js'
import { toCommandProperties } from '../node_modules/@actions/core/lib/utils.js'

export { summary }

/** Empty where it is not given. */
export function getInput(name: string, { trimWhitespace = true }: InputOptions = {}): string {
  const value = process.env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? ''
  return trimWhitespace ? value.trim() : value
}

/** @throws where the runner's file cannot be written. */
export function setOutput(name: string, value: unknown): void {
  issueFileCommand('OUTPUT', prepareKeyValueMessage(name, value))
}

/** Has the runner print `***` for it from now on. */
export function setSecret(secret: string): void {
  issueCommand('add-mask', {}, secret)
}

/** The process goes on, and ends with 1. */
export function setFailed(message: string): void {
  process.exitCode = 1
  error(message)
}

export function isDebug(): boolean {
  return process.env['RUNNER_DEBUG'] === '1'
}

export function info(line: string): void {
  process.stdout.write(line + EOL)
}

export function debug(message: string): void {
  issueCommand('debug', {}, message)
}

export function notice(message: string, properties: AnnotationProperties = {}): void {
  issueCommand('notice', toCommandProperties(properties), message)
}

export function warning(message: string, properties: AnnotationProperties = {}): void {
  issueCommand('warning', toCommandProperties(properties), message)
}

export function error(message: string, properties: AnnotationProperties = {}): void {
  issueCommand('error', toCommandProperties(properties), message)
}
