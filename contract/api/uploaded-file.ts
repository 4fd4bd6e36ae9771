import * as z from 'zod/mini'
import type { FileField } from './endpoint.ts'
import type { ProblemName } from './problems.ts'

/** An uploaded file, stored under a temporary path until it is accepted. */
export interface UploadedFile {
  path: string
  bytes: number
  fileName: string
  /** The field that it was sent in, which may be another name of the one that it is in. */
  field: string
}

/** A field that must be a file. */
export const uploadedFile = (missing: string) =>
  z.custom<UploadedFile>((value) => typeof value === 'object' && value !== null && 'path' in value, missing)

/** The file field of an image, which can also be sent as a text. */
export const imageField = (maxBytes: number, tooLarge: ProblemName = 'imageTooLarge') =>
  ({
    maxBytes,
    tooLarge,
    wrongKind: 'notImage',
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'],
    dataUrl: true,
  }) satisfies FileField
