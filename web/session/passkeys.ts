import { getNewPasskeyOptions, getPasskeyOptions } from '#contract/calls/second-factors.ts'
import type { Assertion, Attestation } from '#contract/second-factors.ts'
import { api } from '#web/api/api-client.ts'

const library = () => import('@simplewebauthn/browser')

/** Lets a passkey sign: for the second step of a login, for the account of the session, or for any account. */
export const askPasskey = async (secondStep?: string): Promise<Assertion> => {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    library(),
    api(getPasskeyOptions, { body: secondStep === undefined ? {} : { challenge: secondStep } }),
  ])
  const { id, response } = await startAuthentication({ optionsJSON: optionsJSON as RequestOptions })
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, clientDataJSON, authenticatorData, signature }
}

/** Creates a passkey on this device or on a security key. */
export const createPasskey = async (): Promise<Attestation> => {
  const [{ startRegistration }, optionsJSON] = await Promise.all([library(), api(getNewPasskeyOptions)])
  const { id, response } = await startRegistration({ optionsJSON: optionsJSON as CreationOptions })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, clientDataJSON, attestationObject, transports }
}

// The library's types list the transports; the API's are any words.
type Library = Awaited<ReturnType<typeof library>>
type RequestOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON']
type CreationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON']
