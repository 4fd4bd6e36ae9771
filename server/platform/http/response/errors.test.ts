import { expect, test } from 'vitest'
import { problemOf } from './errors.ts'

const failure = (code: string, syscall?: string) => Object.assign(new Error('failed'), { code, syscall })

test('a missing file and a failed transaction are internal errors without Retry-After', () => {
  expect(problemOf(failure('ENOENT', 'open'))).toMatchObject({ status: 500, type: 'internal' })
  expect(problemOf(failure('25P02'))).toMatchObject({ status: 500, type: 'internal' })
})

test('a stopped database, a full disk and a deadlock are unavailable for a moment', () => {
  for (const error of [failure('ENOENT', 'connect'), failure('ENOSPC', 'write'), failure('40P01')])
    expect(problemOf(error)).toMatchObject({ status: 503, type: 'unavailable', retryAfter: 2 })
})

test.each(['08006', '08P01', '25006', '40001', '53300', '57P01', '57P02', '57P03'])(
  'the database error %s, as in a failover, is unavailable for a moment',
  (code) => expect(problemOf(failure(code))).toMatchObject({ status: 503, type: 'unavailable', retryAfter: 2 }),
)
