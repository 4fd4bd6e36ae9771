import * as calls from '#contract/second-factors.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { listFactors } from './list-factors.ts'
import { logInWithFactor, logInWithPasskey } from './log-in-with-factor.ts'
import { addPasskey, newPasskeyOptions, passkeyOptions, removePasskey, renamePasskey } from './passkeys.ts'
import { reauthenticate } from './reauthenticate.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { beginTotp, confirmTotp, removeTotp } from './totp.ts'

export const secondFactorRoutes = (serve: Serve, services: Services) => {
  serve(calls.logInWithFactor, ({ body, from }) =>
    logInWithFactor(services, { ...body, from: { ...from, device: body.device } }),
  )
  serve(calls.getPasskeyOptions, ({ body, caller }) => passkeyOptions(services, caller, body.challenge))
  serve(calls.logInWithPasskey, ({ body, from }) =>
    logInWithPasskey(services, { ...body, from: { ...from, device: body.device } }),
  )
  serve(calls.reauthenticate, ({ body, caller, from }) => reauthenticate(services, caller, { ...body, from }))
  serve(calls.getSecondFactors, ({ caller }) => listFactors(services, caller))
  serve(calls.beginTotp, ({ caller }) => beginTotp(services, caller))
  serve(calls.confirmTotp, ({ body, caller, from }) => confirmTotp(services, caller, { ...body, from }))
  serve(calls.removeTotp, ({ caller, from }) => removeTotp(services, caller, from))
  serve(calls.getNewPasskeyOptions, ({ caller }) => newPasskeyOptions(services, caller))
  serve(calls.addPasskey, ({ body, caller, from }) => addPasskey(services, caller, { ...body, from }))
  serve(calls.renamePasskey, ({ body, caller, params }) => renamePasskey(services, caller, { ...params, ...body }))
  serve(calls.removePasskey, ({ caller, params, from }) => removePasskey(services, caller, { ...params, from }))
  serve(calls.replaceRecoveryCodes, ({ caller, from }) => replaceRecoveryCodes(services, caller, from))
}
