import { useToast } from './toast.tsx'

/** A function that copies a text, and says in a toast whether it did. */
export const useCopy = (copied: string, notCopied: string) => {
  const toast = useToast()
  return async (text: string) => {
    if (await copyText(text)) toast.good(copied)
    else toast.bad(notCopied)
  }
}

/** Copies a text to the clipboard; false if the browser refuses. */
export const copyText = async (text: string): Promise<boolean> => {
  // Missing outside secure contexts, such as plain HTTP in a local network.
  const clipboard = navigator.clipboard as Clipboard | undefined
  try {
    await clipboard?.writeText(text)
    if (clipboard) return true
  } catch {
    // Not permitted: the older way may be.
  }
  return copySelected(text)
}

const copySelected = (text: string): boolean => {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  // Nothing outside an open dialog can be selected.
  const parent = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  parent.append(field)
  field.select()
  // iOS selects nothing of a field that can't be written in otherwise.
  field.setSelectionRange(0, text.length)
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
