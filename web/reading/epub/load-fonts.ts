import amiriBold from '@fontsource/amiri/files/amiri-arabic-700-normal.woff2?url'
import amiri from '@fontsource/amiri/files/amiri-arabic-400-normal.woff2?url'
import dyslexicBold from '@fontsource/opendyslexic/files/opendyslexic-latin-700-normal.woff2?url'
import dyslexicItalic from '@fontsource/opendyslexic/files/opendyslexic-latin-400-italic.woff2?url'
import dyslexic from '@fontsource/opendyslexic/files/opendyslexic-latin-400-normal.woff2?url'
import sans from '#web/fonts/instrument-sans.woff2?url'
import literataItalic from '#web/fonts/literata-italic.woff2?url'
import literata from '#web/fonts/literata.woff2?url'
import type { FrameFont } from './frame-messages.ts'
import { FACES } from './looks.ts'

interface FontFile {
  style: FrameFont['style']
  weight: string
  url: string
}

/** The fonts that readers choose from, and one for what those lack: the letters of Arabic. */
export type Face = keyof typeof FACES

const FILES: Record<Face, FontFile[]> = {
  book: [
    { style: 'normal', weight: '400 900', url: literata },
    { style: 'italic', weight: '400 700', url: literataItalic },
  ],
  plain: [{ style: 'normal', weight: '400 700', url: sans }],
  dyslexic: [
    { style: 'normal', weight: '400', url: dyslexic },
    { style: 'italic', weight: '400', url: dyslexicItalic },
    { style: 'normal', weight: '700', url: dyslexicBold },
  ],
  arabic: [
    { style: 'normal', weight: '400', url: amiri },
    { style: 'normal', weight: '700', url: amiriBold },
  ],
}

/** The files of a face, to be handed to a frame, which loads nothing itself. Those that can't be loaded are left out. */
export const loadFonts = async (face: Face): Promise<FrameFont[]> => {
  const load = async ({ style, weight, url }: FontFile) => {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`The font answered ${response.status}`)
    return { family: FACES[face], style, weight, bytes: await response.arrayBuffer() }
  }
  const loaded = await Promise.allSettled(FILES[face].map(load))
  return loaded.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

const ARABIC = /^(?:ar|fa|ps|sd|ug|ur)\b/i

/** The faces that a book needs from the start: by its languages, and as its reader has set it. */
export const facesFor = (languages: readonly string[], chosen: Face): Face[] => {
  const arabic: Face[] = languages.some((language) => ARABIC.test(language)) ? ['arabic'] : []
  return [...new Set<Face>([...arabic, 'book', chosen])]
}
