type Claims = Record<string, unknown>

/** The groups that a provider names of a person. */
export interface Groups {
  has: (group: string) => boolean
  /** It names none, not even an empty list: nobody knows which groups the person is in. */
  isUnsaid: boolean
  /** What is wrong with the claim, without its values; undefined if it can be read. */
  fault: string | undefined
}

/** Reads a claim with groups: a list of texts or objects, a text with commas or semicolons between, or an object whose keys are groups. */
export const groupsIn = (claims: Claims, name: string): Groups => {
  const value = claimOf(claims, name)
  const isElsewhere = isAnnounced(claims, name)
  const names = isElsewhere ? undefined : namesIn(value)
  const known = new Set(names?.map(withoutSlash))
  return {
    has: (group) => known.has(withoutSlash(group)),
    isUnsaid: names === undefined,
    fault: isElsewhere ? 'too many groups for a token' : names === undefined ? faultOf(value) : undefined,
  }
}

/** By the name of the claim, or by names with dots between of one within the other, such as `realm_access.roles`. */
const claimOf = (claims: Claims, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name.split('.').reduce<unknown>((value, part) => (isObject(value) ? ownOf(value, part) : undefined), claims)
}

const ownOf = (value: Claims, name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined)

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Who is in more groups than fit has a reference to them, or a mark, in place of them (OpenID Connect Core, 5.6.2). */
const isAnnounced = (claims: Claims, name: string): boolean =>
  (isObject(claims['_claim_names']) && Object.hasOwn(claims['_claim_names'], name)) ||
  (name === 'groups' && (claims['hasgroups'] === true || claims['hasgroups'] === 'true'))

/** Undefined if the value names no groups. The keys of an object are groups unless what they lead to is none. */
const namesIn = (value: unknown): string[] | undefined => {
  if (typeof value === 'string')
    return value
      .split(/[,;]/)
      .map((part) => part.trim())
      .concat(value)
  if (Array.isArray(value)) {
    const names = value
      .flatMap((item) => (isObject(item) ? nameOf(item) : item))
      .filter((name) => typeof name === 'string')
    return names.length > 0 || value.length === 0 ? names : undefined
  }
  if (!isObject(value)) return undefined
  return Object.keys(value).filter((key) => value[key] !== false && value[key] !== null)
}

/** What a group that is an object is known by: never a name that may be changed beside an id, as SCIM has it. */
const nameOf = (group: Claims): unknown =>
  ['id', 'value', 'name'].map((part) => ownOf(group, part)).find((name) => typeof name === 'string')

/** Keycloak writes a group as a path. */
const withoutSlash = (group: string): string => group.replace(/^\//, '')

const faultOf = (value: unknown): string => {
  if (value === undefined) return 'no such claim'
  return Array.isArray(value) ? `a list of ${value.length} without a text` : `a value of the kind ${typeof value}`
}
