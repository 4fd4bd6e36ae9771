import * as securityCalls from '#contract/account-security.ts'
import * as calls from '#contract/accounts.ts'
import * as settingsCalls from '#contract/account-settings.ts'
import { updateAuthorPage as updateAuthorPageCall } from '#contract/authors.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { cancelEmailChange, confirmEmailChange, pendingEmailChange, requestEmailChange } from './email/change-email.ts'
import { createGuest } from './guests/create-guest.ts'
import { deleteAccount } from './personal-data/delete-account.ts'
import { exportAccount } from './personal-data/export-account.ts'
import { createExportLink } from './personal-data/export-link.ts'
import { logIn, userDetails } from './sessions/log-in.ts'
import type { PersonalData } from './personal-data/personal-data.ts'
import { removeProfileImage, setProfileImage } from './profile/profile-image.ts'
import { updateAuthorPage, updateLanguage, updateSex, updateUsername, updateUserType } from './profile/profile.ts'
import { register } from './register.ts'
import { forgotPassword, resetPassword } from './passwords/reset-password.ts'
import { listSecurityEvents } from './sessions/security-events.ts'
import { endOtherSessions, endSession, listSessions, logOut } from './sessions/sessions.ts'
import { updatePassword } from './passwords/update-password.ts'
import { resendVerification, verifyEmail } from './email/verify-email.ts'

export const accountRoutes = (serve: Serve, services: Services, personalData: PersonalData[]) => {
  serve(calls.register, ({ body, caller, from }) =>
    register(services, { ...body, guestId: caller?.guest ? caller.id : null, from }),
  )
  serve(calls.verifyEmail, ({ body }) => verifyEmail(services, body.token))
  serve(calls.resendVerification, ({ body, from }) => resendVerification(services, body, from.address))
  serve(calls.login, ({ body, from }) =>
    logIn(services, {
      email: body.email,
      password: body.password,
      from: { ...from, device: body.device },
    }),
  )
  serve(calls.createGuest, ({ from }) => createGuest(services, from))
  serve(calls.forgotPassword, ({ body, from }) => forgotPassword(services, body.email, from.address))
  serve(calls.resetPassword, ({ body, from }) => resetPassword(services, { ...body, from }))
  serve(calls.logout, ({ caller, from }) => logOut(services, caller, from))
  serve(calls.getUserDetails, ({ caller }) => userDetails(services, caller.id))
  serve(settingsCalls.updateUserType, ({ body, caller }) => updateUserType(services, caller, body.userType))
  serve(settingsCalls.updateUsername, ({ body, caller }) => updateUsername(services, caller, body.newUsername))
  serve(settingsCalls.updateSex, ({ body, caller }) => updateSex(services, caller, body.sex))
  serve(settingsCalls.updateLanguage, ({ body, caller }) => updateLanguage(services, caller, body.language))
  serve(updateAuthorPageCall, ({ body, caller }) => updateAuthorPage(services, caller, body))
  serve(settingsCalls.updatePassword, ({ body, caller, from }) => updatePassword(services, caller, { ...body, from }))
  serve(settingsCalls.setProfileImage, ({ body, caller }) => setProfileImage(services, caller.id, body.image))
  serve(settingsCalls.removeProfileImage, ({ caller }) => removeProfileImage(services, caller.id))
  serve(settingsCalls.listSessions, ({ caller }) => listSessions(services, caller))
  serve(settingsCalls.endOneSession, ({ caller, params, from }) =>
    endSession(services, caller, { sessionId: params.id, from }),
  )
  serve(settingsCalls.endOtherSessions, ({ caller, from }) => endOtherSessions(services, caller, from))
  serve(securityCalls.getEmailChange, ({ caller }) => pendingEmailChange(services, caller.id))
  serve(securityCalls.requestEmailChange, ({ body, caller, from }) =>
    requestEmailChange(services, caller, { ...body, from }),
  )
  serve(securityCalls.cancelEmailChange, ({ caller, from }) => cancelEmailChange(services, caller, from))
  serve(securityCalls.confirmEmailChange, ({ body, from }) => confirmEmailChange(services, body.token, from))
  serve(securityCalls.listSecurityEvents, ({ caller }) => listSecurityEvents(services, caller.id))
  serve(settingsCalls.deleteAccount, ({ body, caller, from }) =>
    deleteAccount(services, personalData, caller, { ...body, from }),
  )
  serve(settingsCalls.exportAccount, ({ caller }) => exportAccount(services, personalData, caller.id))
  serve(settingsCalls.createExportLink, ({ caller }) => createExportLink(services, caller.id))
}
