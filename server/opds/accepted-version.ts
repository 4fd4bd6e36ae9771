import type { Version } from './catalog.ts'

const OPDS2 = 'application/opds+json'
const ATOM = 'application/atom+xml'

/** How much a client wants a type that it names, from 0 to 1. */
const weightOf = (accepted: string, type: string): number => {
  const weights = accepted.split(',').flatMap((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    if (name !== type) return []
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return [weight === undefined ? 1 : Number(weight.slice(2)) || 0]
  })
  return Math.max(0, ...weights)
}

/** The version of OPDS for what a client accepts: 2.0 is for those that name it, unless they want Atom more. */
export const acceptedVersion = (accepted = ''): Version => {
  const weight = weightOf(accepted, OPDS2)
  return weight > 0 && weight >= weightOf(accepted, ATOM) ? 2 : 1
}
