import type { Plugin } from 'vite'

/** Leaves out of react-router what tells tools of its steps, which is in the first load of every page and never asked for. */
export const withoutInstrumentation = (): Plugin => ({
  name: 'without-instrumentation',
  transform: {
    filter: { id: /\/react-router\/dist\/production\/lib\/router\/router\.js$/ },
    handler: (code) => code.replaceAll(/\b(?:init|opts\?)\.instrumentations\b/g, 'undefined'),
  },
})
