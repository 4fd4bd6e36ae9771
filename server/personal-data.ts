import type { PersonalData } from './accounts/personal-data/personal-data.ts'
import { personalSecurity } from './accounts/personal-data/personal-security.ts'
import { personalSecondFactors } from './accounts/second-factor/personal-second-factors.ts'
import { personalSingleSignOn } from './accounts/single-sign-on/personal-single-sign-on.ts'
import { personalComments } from './comments/personal-comments.ts'
import { personalDevice } from './device-mail/personal-device.ts'
import { personalKosync } from './kosync/personal-kosync.ts'
import { personalMarks } from './marks/personal-marks.ts'
import { personalModeration } from './moderation/personal-moderation.ts'
import { personalNotices } from './notices/personal-notices.ts'
import { personalBooks } from './publishing/personal-books.ts'
import { personalCoAuthors } from './publishing/co-authors/personal-co-authors.ts'
import { personalRatings } from './ratings/personal-ratings.ts'
import { personalReading } from './reading/personal-reading.ts'
import { personalShelves } from './shelves/personal-shelves.ts'
import { personalRecommendations } from './recommendations/personal-recommendations.ts'
import { personalReports } from './reports/personal-reports.ts'

/** What the export of an account contains, in this order, and what its deletion changes. */
export const personalData: PersonalData[] = [
  personalSecurity,
  personalSecondFactors,
  personalSingleSignOn,
  personalRatings,
  personalComments,
  personalReading,
  personalKosync,
  personalDevice,
  personalMarks,
  personalShelves,
  personalNotices,
  personalCoAuthors,
  personalBooks,
  personalRecommendations,
  personalModeration,
  personalReports,
]
