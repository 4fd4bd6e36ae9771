import * as z from 'zod/mini'

/** An uploaded file, stored under a temporary path until it is accepted. */
export interface UploadedFile {
  path: string
  bytes: number
  fileName: string
}

/** A field that must be a file. */
export const uploadedFile = (missing: string) =>
  z.custom<UploadedFile>((value) => typeof value === 'object' && value !== null && 'path' in value, missing)
