import { type Genre, genreNamed } from '#contract/shapes/genres.ts'

/** What libraries and shops call the genres, the narrower one first. */
const WORDS: readonly (readonly [Genre, RegExp])[] = [
  ['Science Fiction', /science[- ]fiction|sci-?fi|\bsf\b|cyberpunk|space opera|dystopi|time travel/],
  ['Historical Fiction', /historical (?:fiction|novel|romance)|historischer? roman|roman historique/],
  ['Autobiography', /autobiograph/],
  ['Memoir', /memoir|\bdiar(?:y|ies)\b|correspondence/],
  ['Biography', /biogra(?:ph|f)/],
  ['Young Adult', /young adult|\bya\b|\bteen|jugendb/],
  ['Children', /juvenile|child|kids|picture books?|fairy tales?|kinderb|jeunesse/],
  ['Fantasy', /fantasy|fantas(?:tique|tik)|dragons|wizards|\bmagic\b|mytholog/],
  ['Mystery', /myster|detective|\bcrime\b|krimi|policier|whodunit|sherlock/],
  ['Thriller', /thriller|suspense|espionage|\bspy\b|spies/],
  ['Horror', /horror|ghost|gothic|vampire|zombie/],
  ['Romance', /romance|love stor|liebesroman|erotic/],
  ['Adventure', /adventure|sea stories|western|pirate|abenteuer/],
  ['Poetry', /poet|poem|\bverse\b|sonnet|gedicht|lyrik|poés/],
  ['Drama', /\bdrama|\bplays?\b|theat(?:er|re)|traged|\bscripts?\b/],
  ['Humor', /humou?r|comed(?:y|ies)|satir|\bwit\b|\bjokes?\b|parod/],
  ['Self-help', /self[- ]help|personal (?:growth|development)|productivity|ratgeber/],
  ['Business', /business|econom|financ|management|marketing|entrepreneur|leadership|wirtschaft/],
  ['Philosophy', /philosoph|\bethic|\blogic\b|metaphysic|stoic/],
  ['Spirituality', /spiritual|religio|bible|biblical|theolog|meditation|buddh|christian|islam|hindu|jewish|\bprayer/],
  ['Health & Wellness', /health|medic|nutrition|\bdiet|fitness|wellness|\byoga\b|gesundheit/],
  ['Travel', /travel|voyages?|guidebooks?|\breise/],
  [
    'Non-fiction',
    /non-?fiction|histor|science|politic|mathemat|technolog|comput|programming|education|reference|essay|\bnature\b|\barts?\b|music|psycholog|sociolog|law|cook|textbook|manuals?\b|sachbuch/,
  ],
  ['Fiction', /fiction|novel|short stor|literature|classics?|\broman\b|erzählung/],
]

/** The genre that a word of a catalogue stands for; undefined if nothing is known of it. */
export const defaultGenre = (word: string): Genre | undefined =>
  genreNamed(word) ?? WORDS.find(([, pattern]) => pattern.test(word.normalize('NFC').toLowerCase()))?.[0]
