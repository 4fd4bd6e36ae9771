import { COMPONENTS } from '#web/messages/components.ts'

const REVOKE_MS = 30_000

export interface NewFile {
  name: string
  type: string
  text: string
}

/** The Android app, whose pages cannot save what is in memory: it does so itself (app/java). */
interface AppWindow {
  quillhouseApp?: { saveFile: (name: string, type: string, base64: string) => void }
}

/** Lets the browser save a text as a file. */
export const saveFile = ({ name, type, text }: NewFile) => saveBlob(name, new Blob([text], { type }))

/** What isolates a name in a sentence (web/language/isolated.ts): browsers write another sign in its place. */
const ISOLATION = /[\u2066-\u2069]/g

/** The same with what is in memory already. */
export const saveBlob = (fileName: string, blob: Blob) => {
  const name = fileName.replaceAll(ISOLATION, '')
  const { quillhouseApp: app } = window as Window & AppWindow
  if (app) return void toBase64(blob).then((base64) => app.saveFile(name, blob.type, base64))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // When the download has begun, of which the page is not told.
  window.setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS)
}

const toBase64 = async (blob: Blob) => {
  const reader = new FileReader()
  const read = new Promise((resolve) => reader.addEventListener('loadend', resolve, { once: true }))
  reader.readAsDataURL(blob)
  await read
  const url = String(reader.result)
  return url.slice(url.indexOf(',') + 1)
}

/** A title as a part of a file's name. */
export const inFileName = (title: string): string =>
  title
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim()
    .slice(0, 80) || COMPONENTS.untitledFile
