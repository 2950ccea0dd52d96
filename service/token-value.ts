import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * The form of a token: `oap_` ("operations assistant, personal"), 30 random characters (178 bits), and a checksum of 6.
 * By prefix and checksum a leak scanner, and the service, tell a token from a typo without the database. GitHub's tokens
 * have the same form.
 */
const PREFIX = 'oap_'
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FORM = new RegExp(`^(${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`)

export function newTokenValue(): string {
  const body = PREFIX + randomBase62(RANDOM_LENGTH)
  return body + checksum(body)
}

/** Whether the text has the form and the checksum of a token. Only the database knows whether it is one. */
export function isTokenValue(value: string): boolean {
  const [, body, check] = FORM.exec(value) ?? []
  return body !== undefined && check === checksum(body)
}

/** The last four characters, by which people tell tokens apart. They are part of the checksum, not of the random part. */
export function endOf(value: string): string {
  return value.slice(-4)
}

/** What is stored of a value. It is random, so the hash needs neither salt nor slowness. */
export function hashOf(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/** `randomInt` draws from the CSPRNG without the bias of a remainder. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
}

function checksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
