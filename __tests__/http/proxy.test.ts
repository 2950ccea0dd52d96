import { expect, test } from '@jest/globals'
import { proxyFor, type Environment } from '../../src/http/proxy.ts'

const PROXY = 'http://proxy:3128'

test.each<{ name: string; url: string; environment: Environment; proxy: string | undefined }>([
  { name: 'none named', url: 'https://a.example', environment: {}, proxy: undefined },
  { name: 'lower case', url: 'https://a.example', environment: { https_proxy: PROXY }, proxy: PROXY },
  { name: 'upper case', url: 'https://a.example', environment: { HTTPS_PROXY: PROXY }, proxy: PROXY },
  {
    name: 'lower case first, as curl, even to switch it off',
    url: 'https://a.example',
    environment: { https_proxy: '', HTTPS_PROXY: PROXY },
    proxy: undefined
  },
  { name: 'without a scheme', url: 'https://a.example', environment: { https_proxy: 'proxy:3128' }, proxy: PROXY },
  {
    name: 'http_proxy is not for https',
    url: 'https://a.example',
    environment: { http_proxy: PROXY },
    proxy: undefined
  },
  { name: 'plain http', url: 'http://127.0.0.1', environment: { http_proxy: PROXY }, proxy: undefined },
  ...[
    { exceptions: '*', straight: true },
    { exceptions: 'a.example', straight: true },
    { exceptions: 'A.EXAMPLE', straight: true },
    { exceptions: 'example', straight: true },
    { exceptions: '.example', straight: true },
    { exceptions: '*.example', straight: true },
    { exceptions: 'b.example, a.example', straight: true },
    { exceptions: 'b.example a.example', straight: true },
    { exceptions: 'a.example:443', straight: true },
    { exceptions: 'a.example:8443', straight: false },
    { exceptions: 'xa.example', straight: false },
    { exceptions: 'ample', straight: false },
    { exceptions: ' , ', straight: false }
  ].map(({ exceptions, straight }) => ({
    name: `no_proxy ${exceptions}`,
    url: 'https://a.example',
    environment: { https_proxy: PROXY, no_proxy: exceptions },
    proxy: straight ? undefined : PROXY
  })),
  {
    name: 'NO_PROXY with an IPv6 address',
    url: 'https://[::1]:8443',
    environment: { https_proxy: PROXY, NO_PROXY: '::1' },
    proxy: undefined
  }
])('$name', ({ url, environment, proxy }) => {
  expect(proxyFor(new URL(url), environment)).toBe(proxy)
})
