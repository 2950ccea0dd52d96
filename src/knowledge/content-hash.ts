import { hash } from 'node:crypto'

/** What stands for a content where contents cannot be kept: its SHA-256 over UTF-8, base64url. */
export function contentHash(content: string): string {
  return hash('sha256', content, 'base64url')
}
