import { join } from 'node:path'
import { expect, test } from 'vitest'
import { thinContract } from './thin-contract.ts'

const thin = (module: string) => {
  const { handler } = thinContract().load as { handler: (id: string) => Promise<string | null> }
  return handler(join(import.meta.dirname, '../contract', module))
}

test('the browser gets what a call needs to be made, and constants, but no schema', async () => {
  expect(await thin('accounts.ts?only=login')).toBe(
    'export const login = {"method":"POST","path":"/auth/login","access":"open","failureMessage":"Login failed"}',
  )
  expect(await thin('accounts.ts?only=PASSWORD_MIN')).toBe('export const PASSWORD_MIN = 8')
})

test('each call is a module of its own, so that a page loads those alone that it makes', async () => {
  const code = await thin('accounts.ts')
  expect(code).toMatch(/^export \{ login \} from ".*\/contract\/accounts\.ts\?only=login"$/m)
  expect(code).not.toMatch(/import|zod|NewPassword/)
})

test('a module of the contract without schemas stays as it is', async () => {
  expect(await thin('problems.ts')).toBeNull()
  expect(await thin('client.ts')).toBeNull()
})
