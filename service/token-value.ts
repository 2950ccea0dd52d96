import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * What a token looks like: `oap_` ("operations assistant, personal"), 30 random characters (178 bits), and a checksum of 6.
 * The prefix and the checksum let a leak scanner, and the service, tell a token from a typo without the database; the
 * form is the one that GitHub chose for its tokens.
 */
const PREFIX = 'oap_'
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SHAPE = new RegExp(`^(${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`)

export function newTokenValue(): string {
  const body = PREFIX + randomBase62(RANDOM_LENGTH)
  return body + checksum(body)
}

/** Has the form of a token and is without a typo; whether it is one only the database knows. */
export function isTokenValue(value: string): boolean {
  const [, body, check] = SHAPE.exec(value) ?? []
  return body !== undefined && check === checksum(body)
}

/** The form in which a token is stored. Its randomness makes a slow or salted hash needless. */
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
