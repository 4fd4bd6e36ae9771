// The legacy build needs them, and does not bring them. A worker has nothing of what web/engines/polyfills.ts adds to the page.
import 'core-js/modules/es.array-buffer.transfer-to-fixed-length.js'
import 'core-js/modules/es.array.to-spliced.js'
import 'core-js/modules/es.promise.with-resolvers.js'
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
