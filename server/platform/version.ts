import manifest from '#package' with { type: 'json' }

/** That of this release, such as '0.1.0'. */
export const VERSION: string = manifest.version
