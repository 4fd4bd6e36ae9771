import * as z from 'zod/mini'
import { APP_FAULTS, APP_KEY_MAX, APP_STATES } from './values/apps.ts'
import { IMAGE_MAX_BYTES } from './values/publishing.ts'
import { endpoint } from './api/endpoint.ts'
import { imageField, uploadedFile } from './api/uploaded-file.ts'

export * from './values/apps.ts'

/** The app that the site has made. */
const AppPackage = z.object({
  url: z.string(),
  packageId: z.string(),
  versionCode: z.int(),
  versionName: z.string(),
  bytes: z.int(),
  /** In hex, of the file and of the certificate that it is signed with. */
  sha256: z.string(),
  certificateSha256: z.string(),
})
export type AppPackage = z.infer<typeof AppPackage>

const AppState = z.object({
  state: z.enum(APP_STATES),
  fault: z.nullable(z.enum(APP_FAULTS)),
  /** The one that is offered, or would be: an earlier one where a newer could not be made. */
  app: z.nullable(AppPackage),
  hasIcon: z.boolean(),
  key: z.nullable(
    z.object({ source: z.enum(['made', 'brought']), certificateSha256: z.string(), validTo: z.string() }),
  ),
})
export type AppState = z.infer<typeof AppState>

const done = z.object({ success: z.literal(true), data: AppState })
const changesSite = { tags: ['site'] } as const
const CHANGES = [{ by: 'caller', max: 30, seconds: 3600, shared: true }] as const

export const getApp = endpoint('GET', '/site/app', 'open', {
  failureMessage: 'Failed to load the app',
  scope: 'read',
  cache: { audience: 'everyone', tags: [] },
  summary: 'The Android app that the site has made; null if it offers another or none',
  response: z.object({ app: z.nullable(AppPackage) }),
})

export const getAppState = endpoint('GET', '/admin/site/app', 'admin', {
  failureMessage: 'Failed to load the app',
  summary: 'Which Android app the site offers, and what it is made from',
  response: done,
})

export const setAppIcon = endpoint('PUT', '/admin/site/app/icon', 'admin', {
  failureMessage: 'Upload failed',
  rates: CHANGES,
  atOnce: { perCaller: 1, all: 2 },
  invalidates: changesSite,
  summary: 'Upload the icon of the Android app, and rebuild the app',
  body: z.strictObject({ image: uploadedFile('Please select an image') }),
  files: { image: imageField(IMAGE_MAX_BYTES) },
  response: done,
})

export const removeAppIcon = endpoint('DELETE', '/admin/site/app/icon', 'admin', {
  failureMessage: 'Failed to remove the icon',
  rates: CHANGES,
  invalidates: changesSite,
  summary: 'Restore the default icon of the Android app, and rebuild the app',
  response: done,
})

export const setAppKey = endpoint('PUT', '/admin/site/app/key', 'admin', {
  failureMessage: 'Failed to save the key',
  needsReauthentication: true,
  rates: CHANGES,
  invalidates: changesSite,
  summary: 'Upload a signing key with its certificate, in PEM, and rebuild the Android app',
  body: z.strictObject({
    pem: z
      .string('Please choose a file with a key')
      .check(z.maxLength(APP_KEY_MAX, 'This file is too large for a key and its certificates')),
  }),
  response: done,
})

export const removeAppKey = endpoint('DELETE', '/admin/site/app/key', 'admin', {
  failureMessage: 'Failed to remove the key',
  needsReauthentication: true,
  rates: CHANGES,
  invalidates: changesSite,
  summary: 'Remove the uploaded signing key, and rebuild the Android app with the key of the site',
  response: done,
})
