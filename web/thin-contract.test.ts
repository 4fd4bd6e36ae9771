import { join } from 'node:path'
import { expect, test } from 'vitest'
import { thinContract } from './thin-contract.ts'

const thin = (module: string) => {
  const { handler } = thinContract().load as { handler: (id: string) => Promise<string | null> }
  return handler(join(import.meta.dirname, '../contract', module))
}

test('the browser gets what a call needs to be made, and constants, but no schema', async () => {
  const code = await thin('accounts.ts')
  expect(code).toContain(
    'export const login = {"method":"POST","path":"/auth/login","access":"open","failed":"Login failed"}',
  )
  expect(code).toContain('export const PASSWORD_MIN = 8')
  expect(code).not.toMatch(/import|zod|NewPassword/)
})

test('a module of the contract without schemas stays as it is', async () => {
  expect(await thin('problems.ts')).toBeNull()
  expect(await thin('client.ts')).toBeNull()
})
