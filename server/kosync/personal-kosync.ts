import type { PersonalData } from '#server/accounts/personal-data/personal-data.ts'

/** Where a person is in the documents of KOReader, as it said so. Their rows go with the account. */
export const personalKosync: PersonalData = {
  exportOf: async ({ db }, userId) => {
    const kosync = await db
      .selectFrom('kosyncPlaces')
      .select(['document', 'progress', 'percentage', 'device', 'savedAt'])
      .where('userId', '=', userId)
      .orderBy('savedAt')
      .orderBy('document')
      .execute()
    return { documents: { kosync } }
  },
}
