import { REAUTHENTICATION_MINUTES } from '#contract/values/second-factors.ts'
import type { Access, Endpoint, TokenScope } from '#contract/api/endpoint.ts'
import { Problem } from '#contract/api/problems.ts'

/** The session or the token that a request came with. */
export interface Caller {
  id: string
  username: string
  userType: 'reader' | 'author' | 'moderator' | 'admin'
  guest: boolean
  /** The id of the session; that of the token where there are `scopes`. */
  sessionId: string
  /** When the password or a factor was last given in this session. */
  confirmedAt: Date
  /** Whether a second factor was shown in this session. */
  hasShownFactor: boolean
  /** What the token is for that the request came with in place of a session. */
  scopes?: readonly TokenScope[]
}

/** Which callers each access lets in. */
const ALLOWED: Record<Access, (caller: Caller) => boolean> = {
  open: () => true,
  library: () => true,
  member: () => true,
  registered: (caller) => !caller.guest,
  author: (caller) => caller.userType !== 'reader',
  moderator: (caller) => caller.userType === 'moderator' || caller.userType === 'admin',
  admin: (caller) => caller.userType === 'admin',
}

/** Throws unless the caller may make a call with this access. */
export const assertAccess = (access: Access, caller: Caller | null) => {
  if (!caller) throw new Problem('unauthenticated')
  if (!ALLOWED[access](caller)) throw new Problem(access === 'author' ? 'authorsOnly' : 'forbidden')
}

/** Throws if a token is used for a call that is not within its scopes, or that no token may make. */
export const assertScope = ({ scope }: Endpoint, caller: Caller | null) => {
  if (caller?.scopes && !(scope && caller.scopes.includes(scope))) throw new Problem('tokenScope')
}

/** Whether the rights of a caller depend on a second factor, which this session has not shown. */
export const lacksFactor = (caller: Caller | null): caller is Caller =>
  (caller?.userType === 'admin' || caller?.userType === 'moderator') && !caller.hasShownFactor

/**
 * The caller where the site requires a second factor that this session has not shown: it can do nothing in administration
 * and moderation. Elsewhere it has an author's rights, but for what people do with their own account.
 */
export const withRights = ({ access, path }: Endpoint, caller: Caller): Caller => {
  if (ALLOWED[access](caller) && (access === 'admin' || access === 'moderator'))
    throw new Problem('secondFactorRequired')
  return path.startsWith('/auth/') ? caller : { ...caller, userType: 'author' }
}

/** Whether a call requires that the password was given a short time ago. */
export const needsReauthentication = ({ needsReauthentication: rule }: Endpoint, body: unknown): boolean =>
  typeof rule === 'function' ? rule(body as never) : rule === true

/** Throws unless the password or a factor was given in this session a short time ago. */
export const assertConfirmed = (caller: Caller | null, now: Date) => {
  const age = now.getTime() - (caller?.confirmedAt.getTime() ?? 0)
  if (age > REAUTHENTICATION_MINUTES * 60_000) throw new Problem('reauthenticate')
}
