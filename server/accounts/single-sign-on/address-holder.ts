import type { AccountRow } from '#server/accounts/change-account.ts'
import type { Database } from '#server/platform/database/connect.ts'

/** The account that has an address. */
export const holderOf = (db: Database, email: string): Promise<AccountRow | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

/** As at a sign-up, an address that nobody has verified is free. */
export const isFree = ({ verified, emailUnconfirmed, userType }: AccountRow): boolean =>
  !verified && !emailUnconfirmed && userType !== 'admin'
