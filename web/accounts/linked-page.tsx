/** The pages that links in mails and providers of log-ins lead to, in one file: their addresses are part of every first load. */
export { ConfirmEmailPage } from './confirm-email-page.tsx'
export { ProviderPage } from './provider-page.tsx'
export { ResetPage } from './reset-page.tsx'
export { ReturnPage } from './return-page.tsx'
export { UnsubscribePage } from './unsubscribe-page.tsx'
export { VerifyPage } from './verify-page.tsx'
