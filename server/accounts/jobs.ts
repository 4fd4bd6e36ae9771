import type { Job } from '#server/platform/jobs/jobs.ts'
import { CONNECTIONS } from '#server/platform/mail/mailer.ts'
import type { Services } from '#server/platform/services.ts'
import { sendTokenNotice, TOKEN_NOTICE_JOB } from './api-tokens/api-tokens.ts'
import { deleteUnusedAccounts } from './personal-data/delete-unused-accounts.ts'
import { EMAIL_CHANGE_JOB, EMAIL_NOTICE_JOB, sendEmailChange, sendEmailNotice } from './email/email-change-mails.ts'
import { LOGIN_ALARM_JOB, sendLoginAlarm } from './sessions/login-alarm.ts'
import { deleteOldDevices } from './sessions/login-devices.ts'
import { NEW_DEVICE_JOB, sendNewDeviceNotice } from './sessions/new-device-notice.ts'
import type { PersonalData } from './personal-data/personal-data.ts'
import { RESET_JOB, sendReset } from './passwords/reset-password.ts'
import { deleteOldSecurityEvents } from './sessions/security-events.ts'
import { deleteExpiredChallenges } from './second-factor/challenges.ts'
import { FACTOR_NOTICE_JOB, sendFactorNotice } from './second-factor/reset-factors.ts'
import { deleteExpiredAttempts } from './single-sign-on/attempts.ts'
import { sendSignInMail, SIGN_IN_MAIL_JOB } from './single-sign-on/claim-account.ts'
import { PROVIDER_NOTICE_JOB, sendProviderNotice } from './single-sign-on/identities.ts'
import { deleteExpiredSessions } from './sessions/sessions.ts'
import { sweepProfileImages } from './profile/sweep-profile-images.ts'
import { PASSWORD_NOTICE_JOB, sendPasswordNotice } from './passwords/update-password.ts'
import { sendVerification, VERIFY_JOB } from './email/verify-email.ts'

/** Each kind of mail has a queue of its own, so none waits for another. */
const mailJob = (name: string, run: Job['run']): Job => ({ name, run, concurrency: CONNECTIONS })

export const accountJobs = (services: Services, personalData: PersonalData[]): Job[] => [
  mailJob(VERIFY_JOB, ({ userId = '', next }, jobId) => sendVerification(services, { userId, next }, jobId)),
  mailJob(RESET_JOB, ({ userId = '' }, jobId) => sendReset(services, userId, jobId)),
  mailJob(PASSWORD_NOTICE_JOB, ({ userId = '' }, jobId) => sendPasswordNotice(services, userId, jobId)),
  mailJob(NEW_DEVICE_JOB, ({ userId = '', device = '', network = '', at = '' }, jobId) =>
    sendNewDeviceNotice(services, { userId, device, network, at }, jobId),
  ),
  mailJob(EMAIL_CHANGE_JOB, ({ userId = '', newEmail = '' }, jobId) =>
    sendEmailChange(services, { userId, newEmail }, jobId),
  ),
  mailJob(EMAIL_NOTICE_JOB, ({ userId = '', to = '', about }, jobId) =>
    sendEmailNotice(services, { userId, to, about: about === 'change' ? 'change' : 'request' }, jobId),
  ),
  mailJob(LOGIN_ALARM_JOB, ({ userId = '' }, jobId) => sendLoginAlarm(services, userId, jobId)),
  mailJob(FACTOR_NOTICE_JOB, ({ userId = '' }, jobId) => sendFactorNotice(services, userId, jobId)),
  mailJob(TOKEN_NOTICE_JOB, ({ userId = '', name = '', network = '' }, jobId) =>
    sendTokenNotice(services, { userId, name, network }, jobId),
  ),
  mailJob(PROVIDER_NOTICE_JOB, ({ userId = '', name = '', what }, jobId) =>
    sendProviderNotice(services, { userId, name, what: what === 'linked' ? 'linked' : 'unlinked' }, jobId),
  ),
  mailJob(SIGN_IN_MAIL_JOB, ({ ticket = '' }, jobId) => sendSignInMail(services, ticket, jobId)),
  { name: 'delete-expired-sign-ins', schedule: '23 * * * *', run: () => deleteExpiredAttempts(services) },
  { name: 'delete-expired-challenges', schedule: '17 * * * *', run: () => deleteExpiredChallenges(services) },
  { name: 'delete-expired-sessions', schedule: '43 3 * * *', run: () => deleteExpiredSessions(services) },
  { name: 'delete-old-devices', schedule: '47 3 * * *', run: () => deleteOldDevices(services) },
  { name: 'delete-old-security-events', schedule: '51 3 * * *', run: () => deleteOldSecurityEvents(services) },
  { name: 'sweep-profile-images', schedule: '37 * * * *', run: () => sweepProfileImages(services) },
  { name: 'delete-unused-accounts', schedule: '11 4 * * *', run: () => deleteUnusedAccounts(services, personalData) },
]
