import { isUtf8 } from 'node:buffer'
import yauzl, { type Entry } from 'yauzl'

const IS_UTF8 = 0x800
/** macOS keeps the icon of a folder in a file whose name ends with a line end. */
const FOLDER_ICON = /(?<=^|\/)(?:\._)?Icon\r$/

/**
 * The path of a file in a zip archive, in Unicode's form C, with slashes between folders. Info-ZIP and macOS write UTF-8
 * without the flag that says so, and EPUB (OCF 3.3, 4.2.3) knows no other encoding: names are in the archive format's own
 * CP437 only where they are no UTF-8. Some programs of Windows write backslashes, and `tar` begins all names of a folder
 * with `./`: nothing is left of that of the folder itself. Icons of folders become hidden files. Nothing is checked here:
 * the name may lead anywhere.
 */
export const zipEntryName = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string => {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | IS_UTF8 : generalPurposeBitFlag
  return yauzl
    .getFileNameLowLevel(flags, fileNameRaw, extraFields, false)
    .normalize('NFC')
    .replace(/^(?:\.\/)+/, '')
    .replace(FOLDER_ICON, '.Icon')
}
