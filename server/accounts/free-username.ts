import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { USERNAME_MAX } from '#contract/accounts.ts'
import { Problem } from '#contract/api/problems.ts'
import { usernameLength } from '#contract/shapes/username-length.ts'
import type { Services } from '#server/platform/services.ts'

/** The problem of a taken username, with a free one like it: 'Anneli Sommer 2'. `field` is its name in the form. */
export const usernameTaken = async (services: Services, username: string, field: 'username' | 'newUsername') => {
  const suggestion = await findFreeUsername(services, username)
  return new Problem('usernameTaken', {
    errors: { [field]: 'This username is taken.' },
    ...(suggestion !== undefined && { suggestion }),
  })
}

/** Undefined in the rare case that none of the candidates is free. */
export const findFreeUsername = async ({ db }: Pick<Services, 'db'>, username: string): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string }>`
    select name
    from unnest(${candidatesFor(username)}::text[]) with ordinality as candidates (name, place)
    where not exists (
      select from users
      where same_name(username) = same_name(name)
        or typed_skeleton = lower(name_skeleton(name))
        or lower_skeleton = name_skeleton(same_name(name))
    ) and not exists (
      select from pen_names
      where same_name(pen_names.name) = same_name(candidates.name)
        or typed_skeleton = lower(name_skeleton(candidates.name))
        or lower_skeleton = name_skeleton(same_name(candidates.name))
    )
    order by place
    limit 1`.execute(db)
  return rows[0]?.name
}

/** The name with small numbers, and with random ones in case those are taken. */
const candidatesFor = (username: string): string[] => {
  const base = username.replace(/ \d+$/, '')
  const numbers = [2, 3, 4, 5, 6, 7, 8, 9, randomInt(10, 100), randomInt(100, 1000), randomInt(1000, 100_000)]
  return numbers.map((number) => shortenedBy(base, ` ${number}`))
}

const shortenedBy = (base: string, ending: string) => {
  const signs = [...base]
  while (usernameLength(signs.join('') + ending) > USERNAME_MAX) signs.pop()
  return signs.join('').trimEnd() + ending
}
