import * as lists from '#contract/lists.ts'
import * as shelves from '#contract/shelves.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { listShelf, listShelves } from './list-shelves.ts'
import { listLists, readList } from './read-lists.ts'
import { placeWanted, readShelved, readWanted, shelveBook } from './shelve-book.ts'
import {
  addToList,
  createList,
  deleteList,
  followList,
  placeInList,
  removeFromList,
  unfollowList,
  updateList,
} from './write-lists.ts'

export const shelfRoutes = (serve: Serve, services: Services) => {
  serve(shelves.listShelves, ({ caller }) => listShelves(services, caller.id))
  serve(shelves.listShelf, ({ params, query, caller }) =>
    listShelf(services, { ...params, ...query, userId: caller.id }),
  )
  serve(shelves.listWanted, ({ query, caller }) => readWanted(services, caller.id, query.ids ?? []))
  serve(shelves.getShelved, ({ params, caller }) => readShelved(services, { userId: caller.id, bookId: params.id }))
  serve(shelves.shelveBook, ({ params, body, caller }) =>
    shelveBook(services, { userId: caller.id, bookId: params.id }, body),
  )
  serve(shelves.placeWanted, ({ params, body, caller }) =>
    placeWanted(services, { userId: caller.id, bookId: params.id, place: body.place }),
  )

  serve(lists.listLists, ({ caller }) => listLists(services, caller))
  serve(lists.createList, ({ body, caller }) => createList(services, caller, body))
  serve(lists.getList, ({ params, query, caller }, services) =>
    readList(services, caller ?? undefined, { ...params, ...query }),
  )
  serve(lists.updateList, ({ params, body, caller }) => updateList(services, caller, { ...params, ...body }))
  serve(lists.deleteList, ({ params, caller }) => deleteList(services, caller, params.id))
  serve(lists.addToList, ({ params, caller }) => addToList(services, caller, params))
  serve(lists.removeFromList, ({ params, caller }) => removeFromList(services, caller, params))
  serve(lists.placeInList, ({ params, body, caller }) => placeInList(services, caller, { ...params, ...body }))
  serve(lists.followList, ({ params, caller }) => followList(services, caller, params.id))
  serve(lists.unfollowList, ({ params, caller }) => unfollowList(services, caller, params.id))
}
