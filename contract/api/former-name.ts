import * as z from 'zod/mini'

/** A field of an answer that stays for the programs that know it by the name that it had, and is `name` as well now. */
export const formerNameOf = <T extends z.ZodMiniType>(name: string, schema: T): T => {
  z.globalRegistry.add(schema, { deprecated: true, description: `The former name of \`${name}\`.` })
  return schema
}
