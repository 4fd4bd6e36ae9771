import { expect, test } from 'vitest'
import { parseObjectStoreAddress } from './object-store-address.ts'

test('an address has an endpoint, a bucket, a folder in it and decoded secrets', () => {
  expect(
    parseObjectStoreAddress(
      's3://AKIA:a%2Fb%2Bc%40d@s3.example.org:9000/my.books/site/files/?region=eu-west-1&tls=off',
    ),
  ).toEqual({
    endpoint: 'http://s3.example.org:9000',
    region: 'eu-west-1',
    bucket: 'my.books',
    prefix: 'site/files/',
    accessKey: 'AKIA',
    secret: 'a/b+c@d',
  })
})

test.each([
  ['s3.example.org', 'https://s3.example.org'],
  ['10.0.0.7:9000', 'https://10.0.0.7:9000'],
  ['127.0.0.1:9000', 'http://127.0.0.1:9000'],
  ['localhost', 'http://localhost'],
  ['[::1]:9000', 'http://[::1]:9000'],
  ['localhost.example.org', 'https://localhost.example.org'],
])('%s is reached at %s', (host, endpoint) => {
  expect(parseObjectStoreAddress(`s3://k:s@${host}/books`)).toMatchObject({ endpoint, prefix: '', region: 'us-east-1' })
  expect(parseObjectStoreAddress(`s3://k:s@${host}/books?tls=on`)?.endpoint).toMatch(/^https:/)
})
