import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A store in memory that speaks as much of S3 as backups need. Ceph is used in tests/object-store. */
export const startTestStore = async () => {
  const objects = new Map<string, Buffer>()
  let isAway = false
  const answer: RequestListener = async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store')
    const content = await buffer(request)
    if (isAway) return response.writeHead(503).end()
    if (searchParams.has('list-type')) return response.end(listing(objects, searchParams.get('prefix') ?? ''))
    const key = decodeURIComponent(pathname.replace(/^\/[^/]+\//, ''))
    if (request.method === 'PUT') objects.set(key, content)
    if (request.method === 'DELETE') objects.delete(key)
    const found = objects.get(key)
    if (request.method === 'PUT' || request.method === 'DELETE') return response.writeHead(200).end()
    if (!found) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    response.writeHead(200, { 'content-length': found.length }).end(request.method === 'HEAD' ? undefined : found)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    objects,
    /** The BACKUP_TO of a part of the bucket. */
    url: (prefix: string) => `s3://key:a-secret-of-the-store@127.0.0.1:${port}/bucket/${prefix}`,
    setAway: (away: boolean) => (isAway = away),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const listing = (objects: Map<string, Buffer>, prefix: string) => {
  const entries = [...objects]
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, { length }]) => `<Contents><Key>${key}</Key><Size>${length}</Size></Contents>`)
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListBucketResult>`
}
