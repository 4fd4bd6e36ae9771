import { COMPONENTS } from '#web/messages/components.ts'

const REVOKE_MS = 30_000

export interface NewFile {
  name: string
  type: string
  text: string
}

/** Lets the browser save a text as a file. */
export const saveFile = ({ name, type, text }: NewFile) => saveBlob(name, new Blob([text], { type }))

/** The same with what is in memory already. */
export const saveBlob = (name: string, blob: Blob) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // When the download has begun, of which the page is not told.
  window.setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS)
}

/** A title as a part of a file's name. */
export const inFileName = (title: string): string =>
  title
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim()
    .slice(0, 80) || COMPONENTS.untitledFile
