import { sql } from 'kysely'
import { PASSKEYS_MAX } from '#contract/values/second-factors.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Assertion, Attestation } from '#contract/second-factors.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import type { RequestOrigin } from '#server/accounts/sessions/security-events.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { createChallenge, factorsOf, findSecondStep, redeemChallenge } from './challenges.ts'
import { afterFactorAdded, afterFactorRemoved } from './factor-changes.ts'

const TIMEOUT_MS = 120_000
/** Ed25519, ES256 and RS256 as COSE numbers them. */
const ALGORITHMS = [-8, -7, -257]

// Loaded with the first passkey: its parsers of certificates would add to the memory and the start of every site.
const webAuthn = () => import('@simplewebauthn/server')

/** The site as WebAuthn names it. The address is never taken from a request. */
const relyingParty = ({ siteUrl }: Services) => {
  const { hostname, origin } = new URL(siteUrl.current())
  return { expectedRPID: hostname, expectedOrigin: origin }
}

/** What a browser needs to create a passkey for the caller. */
export const newPasskeyOptions = async (services: Services, { id, username }: Caller) => {
  const [{ siteName }, known] = await Promise.all([readSiteSettings(services), credentialsOf(services.db, id)])
  if (known.length >= PASSKEYS_MAX) throw new Problem('tooManyPasskeys')
  return {
    challenge: await createChallenge(services, 'new passkey', id),
    rp: { id: relyingParty(services).expectedRPID, name: siteName },
    user: { id: Buffer.from(id).toString('base64url'), name: username, displayName: username },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: TIMEOUT_MS,
    attestation: 'none' as const,
    excludeCredentials: known,
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  }
}

const credentialsOf = async (db: Database, userId: string) => {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credentialId', 'transports'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ credentialId: id, transports }) => ({ type: 'public-key' as const, id, transports }))
}

/** Registers a passkey. Returns the recovery codes if it is the first factor. */
export const addPasskey = async (
  services: Services,
  caller: Caller,
  { name, passkey, from }: { name: string; passkey: Attestation; from: RequestOrigin },
) => {
  const challenge = challengeIn(passkey.clientDataJSON)
  const userId = await redeemChallenge(services.db, 'new passkey', challenge, services.now())
  if (userId !== caller.id) throw new Problem('badPasskey')
  const credential = await verifyAttestation(services, challenge, passkey)
  const recoveryCodes = await services.db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [caller.id])
    const isFirst = (await factorsOf(trx, caller.id)).length === 0
    if ((await credentialsOf(trx, caller.id)).length >= PASSKEYS_MAX) throw new Problem('tooManyPasskeys')
    const stored = await trx
      .insertInto('passkeys')
      .values({ ...credential, userId: caller.id, name, createdAt: services.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!stored) throw new Problem('badPasskey')
    return afterFactorAdded(services, trx, caller, { isFirst, from })
  })
  return { recoveryCodes }
}

const verifyAttestation = async (
  services: Services,
  expectedChallenge: string,
  { id, clientDataJSON, attestationObject, transports }: Attestation,
) => {
  const { verifyRegistrationResponse } = await webAuthn()
  await assertNoCertificates(attestationObject)
  const { registrationInfo } = await verifyRegistrationResponse({
    ...relyingParty(services),
    expectedChallenge,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
  }).catch(rejectPasskey)
  if (!registrationInfo) throw new Problem('badPasskey')
  const { credential } = registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
  }
}

/**
 * The library would parse certificates of its maker, and request lists of revoked ones over the network. None is asked
 * for, so browsers send none.
 */
const assertNoCertificates = async (attestationObject: string): Promise<void> => {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    if (['none', 'packed'].includes(attestation.get('fmt')) && !attestation.get('attStmt').get('x5c')) return
  } catch {
    // Not CBOR, or of another shape.
  }
  throw new Problem('badPasskey')
}

export const renamePasskey = async (
  { db }: Services,
  caller: Caller,
  { id, name }: { id: string; name: string },
): Promise<void> => {
  const renamed = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', caller.id)
    .returning('id')
    .executeTakeFirst()
  if (!renamed) throw new Problem('passkeyNotFound')
}

export const removePasskey = async (
  services: Services,
  caller: Caller,
  { id, from }: { id: string; from: RequestOrigin },
): Promise<void> => {
  await services.db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [caller.id])
    const removed = await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('userId', '=', caller.id)
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw new Problem('passkeyNotFound')
    await afterFactorRemoved(trx, caller.id, from)
  })
}

/**
 * What a browser needs to ask for a passkey: of the account whose second step it is, of the account of the session, or
 * else of any, which must then verify its user.
 */
export const passkeyOptions = async (services: Services, caller: Caller | null, secondStep: string | undefined) => {
  const userId = secondStep === undefined ? callerId(caller) : await findSecondStep(services, secondStep)
  return {
    challenge: await createChallenge(services, 'passkey', userId),
    rpId: relyingParty(services).expectedRPID,
    timeout: TIMEOUT_MS,
    ...(userId === null
      ? { userVerification: 'required' as const }
      : { userVerification: 'preferred' as const, allowCredentials: await credentialsOf(services.db, userId) }),
  }
}

const callerId = (caller: Caller | null) => (caller && !caller.guest ? caller.id : null)

/**
 * Verifies what a passkey has signed, and returns the account that it belongs to. The challenge must have been made for
 * `userId`, or for no account if that is null.
 */
export const verifyPasskey = async (
  services: Services,
  userId: string | null,
  { id, clientDataJSON, authenticatorData, signature }: Assertion,
): Promise<string> => {
  const expectedChallenge = challengeIn(clientDataJSON)
  const madeFor = await redeemChallenge(services.db, 'passkey', expectedChallenge, services.now())
  const known = await services.db.selectFrom('passkeys').selectAll().where('credentialId', '=', id).executeTakeFirst()
  if (!known || madeFor !== userId || (userId !== null && known.userId !== userId)) throw new Problem('badPasskey')
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...relyingParty(services),
    expectedChallenge,
    requireUserVerification: userId === null,
    credential: { id, publicKey: new Uint8Array(known.publicKey), counter: known.counter },
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
  }).catch(rejectPasskey)
  if (!verified) throw new Problem('badPasskey')
  await countUse(services, known.id, authenticationInfo.newCounter)
  return known.userId
}

/** An authenticator that counts has counted further since its last use; a copy of it has not. Others send 0 always. */
const countUse = async ({ db, now }: Services, id: string, counter: number): Promise<void> => {
  const { rows } = await sql`
    update passkeys set counter = ${counter}, used_at = ${now()}
    where id = ${id} and (counter < ${counter} or ${counter} = 0 and counter = 0)
    returning id`.execute(db)
  if (rows.length === 0) throw new Problem('badPasskey')
}

/** The challenge that the browser says it was given, by which ours is found. */
const challengeIn = (clientDataJSON: string): string => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    if (typeof challenge === 'string') return challenge
  } catch {
    // Not JSON, or null.
  }
  throw new Problem('badFactorChallenge')
}

/** The library throws for whatever is wrong with an answer. */
const rejectPasskey = (): never => {
  throw new Problem('badPasskey')
}
