import * as z from 'zod/mini'
import { GivenPassword } from './accounts.ts'
import { endpoint } from './endpoint.ts'

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/auth/account',
  access: 'registered',
  rates: [{ by: 'caller', max: 10, seconds: 600 }],
  invalidates: { tags: ['site'] },
  summary: 'Delete the account; its books stay without a publisher, or go too',
  body: z.strictObject({
    password: GivenPassword,
    deleteBooks: z._default(z.boolean('Say whether the books go too'), false),
  }),
  status: 204,
})

export const exportAccount = endpoint({
  method: 'GET',
  path: '/auth/export',
  access: 'registered',
  rates: [{ by: 'caller', max: 10, seconds: 3600 }],
  summary: 'All that is theirs, as a zip: account, ratings, comments, reading positions, books with their files',
  fileType: 'application/zip',
})

export const createExportLink = endpoint({
  method: 'POST',
  path: '/auth/export',
  access: 'registered',
  rates: [{ by: 'caller', max: 10, seconds: 3600 }],
  summary: 'A link to that zip, which works for 15 minutes without a token',
  response: z.object({ exportUrl: z.string() }),
})
