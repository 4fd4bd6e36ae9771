/** Loaded before the first script of the site by browsers that lack one of `POLYFILLED`. */
import 'core-js/modules/web.url.parse.js'
import 'core-js/modules/web.url.can-parse.js'
import 'core-js/modules/es.promise.with-resolvers.js'
import 'core-js/modules/es.map.group-by.js'
import 'core-js/modules/es.array.to-reversed.js'
import 'core-js/modules/es.array.to-sorted.js'
import 'core-js/modules/es.array.to-spliced.js'
import 'core-js/modules/es.array.with.js'
