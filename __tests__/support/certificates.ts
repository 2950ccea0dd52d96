/**
 * A key and certificates for servers on 127.0.0.1 in tests. Made for this file and used nowhere else: the key protects
 * nothing. They are valid until 2126, and self-signed.
 */

export const key = `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgysI7CuKPwlAyZNzI
v8lrZg6f5QY3TxORpYck1McwYPehRANCAATr/NDMx5DDD1V5h1TYdnCFAVrITfEM
W7akv3KPCuC1mdXfaIh6LFJ32C/jp7fKtfZ8LJ4a0oYxRPPuXlgCgWYL
-----END PRIVATE KEY-----
`.trimStart()

export const elsewhere = `
-----BEGIN CERTIFICATE-----
MIIBaDCCAQ6gAwIBAgIBAzAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFlbHNld2hl
cmUuZXhhbXBsZTAgFw0yMDAxMDEwMDAwMDBaGA8yMTI2MDEwMTAwMDAwMFowHDEa
MBgGA1UEAwwRZWxzZXdoZXJlLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMB
BwNCAATr/NDMx5DDD1V5h1TYdnCFAVrITfEMW7akv3KPCuC1mdXfaIh6LFJ32C/j
p7fKtfZ8LJ4a0oYxRPPuXlgCgWYLoz8wPTAcBgNVHREEFTATghFlbHNld2hlcmUu
ZXhhbXBsZTAdBgNVHQ4EFgQUbZrpy1w+6zJLi4Y3KxtqExJjEmkwCgYIKoZIzj0E
AwIDSAAwRQIhAP6n+IvBR1kFPvw6gomZvLf+L/aCOLwMk9bY//1s7PHsAiAWVIPF
5r089sb89AB/omHG9yJESwfvv78AeobtlYyZjA==
-----END CERTIFICATE-----
`.trimStart()
