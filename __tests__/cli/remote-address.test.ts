import { describe, expect, test } from '@jest/globals'
import { addressOf } from '../../src/cli/remote-address.ts'

describe('the address of a remote', () => {
  test.each<{ url: string; serverUrl: string; repository: string }>([
    { url: 'git@github.com:acme/handbook.git', serverUrl: 'https://github.com', repository: 'acme/handbook' },
    { url: 'https://github.com/Acme/X', serverUrl: 'https://github.com', repository: 'Acme/X' },
    { url: 'http://github.com/Acme/X.git/', serverUrl: 'https://github.com', repository: 'Acme/X' },
    { url: 'https://www.github.com/Acme/X', serverUrl: 'https://github.com', repository: 'Acme/X' },
    { url: 'HTTPS://robin:secret@GitHub.com/Acme/X', serverUrl: 'https://github.com', repository: 'Acme/X' },
    { url: 'github.com/Acme/X', serverUrl: 'https://github.com', repository: 'Acme/X' },
    { url: 'www.GitHub.com/Acme/X', serverUrl: 'https://github.com', repository: 'Acme/X' },
    { url: 'ssh://git@ssh.github.com:443/acme/x', serverUrl: 'https://github.com', repository: 'acme/x' },
    { url: 'git@GitHub.com:acme/x', serverUrl: 'https://github.com', repository: 'acme/x' },
    { url: 'git@work:acme/ops', serverUrl: 'https://github.com', repository: 'acme/ops' },
    { url: 'http://127.0.0.1:8080/acme/x', serverUrl: 'http://127.0.0.1:8080', repository: 'acme/x' },
    { url: 'http://www.git.example/acme/x', serverUrl: 'http://www.git.example', repository: 'acme/x' },
    { url: 'http://github.com.evil.example/acme/x', serverUrl: 'http://github.com.evil.example', repository: 'acme/x' },
    { url: 'https://gitlab.com/acme/ops/book.git', serverUrl: 'https://gitlab.com', repository: 'acme/ops/book' }
  ])('$url', async ({ url, serverUrl, repository }) => {
    const hostOf = (alias: string) => Promise.resolve(alias === 'work' ? 'github.com' : alias)
    expect(await addressOf(url, hostOf)).toEqual({ serverUrl, repository })
  })

  test.each([
    '/srv/git/handbook.git',
    'C:/git/handbook',
    'git.example/acme/x',
    'github.com',
    'github.com/acme',
    'ext::sh -c x/y',
    `https://github.com/acme/${'x'.repeat(2000)}`
  ])('none is in %j', async (url) => {
    expect(await addressOf(url, (alias) => Promise.resolve(alias))).toBeUndefined()
  })
})
