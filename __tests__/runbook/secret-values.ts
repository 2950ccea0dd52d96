import { generateKeyPairSync } from 'node:crypto'

// Values that look true are made when a test runs: no scanner finds one in this repository.

const DIGITS = '0123456789'
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Random letters and digits. */
export function random(length: number, alphabet = `${UPPER}${UPPER.toLowerCase()}${DIGITS}`): string {
  return Array.from({ length }, () => alphabet[Math.floor(Math.random() * alphabet.length)]).join('')
}

export const awsSecret = (): string => random(40)
export const gitHubToken = (): string => ['ghp', random(36)].join('_')
export const slackToken = (): string => ['xoxb', random(12, DIGITS), random(12, DIGITS), random(24)].join('-')
export const slackHook = (): string => `https://hooks.slack.com/services/T${random(8)}/B${random(8)}/${random(24)}`

export function privateKey(type: 'pkcs1' | 'pkcs8' = 'pkcs1'): string {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type, format: 'pem' }
  }).privateKey
}
