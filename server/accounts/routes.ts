import * as exportCalls from '#contract/accounts.ts'
import * as calls from '#contract/accounts.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { createGuest } from './create-guest.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'
import { createExportLink } from './export-link.ts'
import { logIn, userDetails } from './log-in.ts'
import type { PersonalData } from './personal-data.ts'
import { removeProfileImage, setProfileImage } from './profile-image.ts'
import { updateSex, updateUsername, updateUserType } from './profile.ts'
import { register } from './register.ts'
import { forgotPassword, resetPassword } from './reset-password.ts'
import { endOtherSessions, endSession, listSessions, logOut } from './sessions.ts'
import { updatePassword } from './update-password.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'

export const accountRoutes = (serve: Serve, services: Services, personalData: PersonalData[]) => {
  serve(calls.register, ({ body, caller }) =>
    register(services, { ...body, guestId: caller?.guest ? caller.id : null }),
  )
  serve(calls.verifyEmail, ({ body }) => verifyEmail(services, body.token))
  serve(calls.resendVerification, ({ body, from }) => resendVerification(services, body, from.address))
  serve(calls.login, ({ body, from }) => logIn(services, { ...body, ...from }))
  serve(calls.createGuest, ({ from }) => createGuest(services, from.userAgent))
  serve(calls.forgotPassword, ({ body, from }) => forgotPassword(services, body.email, from.address))
  serve(calls.resetPassword, ({ body }) => resetPassword(services, body))
  serve(calls.logout, ({ caller }) => logOut(services, caller))
  serve(calls.getUserDetails, ({ caller }) => userDetails(services, caller.id))
  serve(calls.updateUserType, ({ body, caller }) => updateUserType(services, caller, body.userType))
  serve(calls.updateUsername, ({ body, caller }) => updateUsername(services, caller, body.newUsername))
  serve(calls.updateSex, ({ body, caller }) => updateSex(services, caller, body.sex))
  serve(calls.updatePassword, ({ body, caller }) => updatePassword(services, caller, body))
  serve(calls.setProfileImage, ({ body, caller }) => setProfileImage(services, caller.id, body.image))
  serve(calls.removeProfileImage, ({ caller }) => removeProfileImage(services, caller.id))
  serve(calls.listSessions, ({ caller }) => listSessions(services, caller))
  serve(calls.endOneSession, ({ caller, params }) => endSession(services, caller, params.id))
  serve(calls.endOtherSessions, ({ caller }) => endOtherSessions(services, caller))
  serve(exportCalls.deleteAccount, ({ body, caller }) => deleteAccount(services, personalData, caller, body))
  serve(exportCalls.exportAccount, ({ caller }) => exportAccount(services, personalData, caller.id))
  serve(exportCalls.createExportLink, ({ caller }) => createExportLink(services, caller.id))
}
