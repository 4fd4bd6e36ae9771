// pdf.js requests its JBIG2 and JPEG 2000 decoders by file name under one base address, but our file names are hashed.
// The base address is this module, with the hashed addresses in its query.
const params = new URL(import.meta.url).searchParams
const name = params.get('for').includes('jbig2') ? 'jbig2' : 'openjpeg'
const { default: instantiate } = await import(params.get(name))

export default instantiate
