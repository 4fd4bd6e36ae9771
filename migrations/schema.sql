-- Derived from the other files in migrations/ by scripts/derive-tables.ts: run it after each new migration.

create extension pg_trgm;

create extension unaccent;

CREATE OR REPLACE FUNCTION public.add_search_words(vocabulary text[], counts integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  frequent text[] := array(select word from search_words where word = any(vocabulary) and books >= 8);
begin
  insert into search_words (word, books, deletions)
  select word, count, search_deletions(word)
  from unnest(vocabulary, counts) as added (word, count)
  where word <> all(frequent)
  order by word
  on conflict (word) do update set books = search_words.books + excluded.books;
  with counted as (
    select search_words.word, count
    from search_words join unnest(vocabulary, counts) as added (word, count) using (word)
    where search_words.word = any(frequent)
    order by word
    for update of search_words skip locked
  )
  update search_words set books = books + count from counted where search_words.word = counted.word;
end
$function$;

CREATE OR REPLACE FUNCTION public.ask_for_digests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into books_to_digest as known (book_id) values (new.id)
  on conflict (book_id) do update set changes = known.changes + 1;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.ask_for_digests_of_co_authors()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into books_to_digest as known (book_id)
  select id from books where id = coalesce(new.book_id, old.book_id)
  on conflict (book_id) do update set changes = known.changes + 1;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.ask_for_digests_of_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into books_to_digest as known (book_id)
  select book_id from co_authors where user_id = new.id and state = 'agreed'
  order by book_id
  on conflict (book_id) do update set changes = known.changes + 1;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.bayesian_rating(stars integer, ratings integer)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((((stars)::numeric + ((10)::numeric * 3.5)))::double precision / ((ratings + 10))::double precision);

CREATE OR REPLACE FUNCTION public.book_is_hidden(state text, book_id uuid, publisher_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
select state <> 'published' or exists (
  select from hidings where hidings.book_id = $2 or hidings.user_id = $3
)
$function$;

CREATE OR REPLACE FUNCTION public.case_label(report_cases)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN (CASE WHEN ($1).is_open THEN 'open '::text ELSE 'decided '::text END || ($1).kind);

CREATE OR REPLACE FUNCTION public.change_book_genre()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into counters (name, label, change) values ('books', old.genre, -1), ('books', new.genre, 1);
  update book_ranks set genre = new.genre where book_id = new.id;
  update book_views set genre = new.genre where book_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.confusables()
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN '{"0": "O", "1": "l", "I": "l", "m": "rn", "Æ": "AE", "Ð": "D̵", "Ø": "O̸", "æ": "ae", "ð": "∂̵", "ø": "o̸", "Đ": "D̵", "đ": "d̵", "Ħ": "H̵", "ħ": "h̵", "ı": "i", "Ł": "L̸", "ł": "l̸", "Œ": "OE", "œ": "oe", "Ŧ": "T̵", "ŧ": "t̵", "ƀ": "b̵", "Ɓ": "''B", "Ƃ": "b̄", "ƃ": "b̄", "Ƅ": "b", "Ƈ": "C''", "Ɖ": "D̵", "Ɗ": "''D", "ƌ": "d̄", "ƍ": "g", "Ƒ": "F̦", "ƒ": "f̦", "Ɠ": "G''", "Ɩ": "l", "Ɨ": "l̵", "Ƙ": "K''", "ƙ": "k̔", "ƚ": "l̵", "Ɲ": "N̦", "ƞ": "n̩", "Ɵ": "O̵", "Ƥ": "''P", "ƥ": "p̔", "Ʀ": "R", "Ƨ": "2", "Ƭ": "''T", "ƭ": "t̔", "Ʈ": "T̨", "Ƴ": "''Y", "ƴ": "y̔", "Ƶ": "Z̵", "ƶ": "z̵", "Ʒ": "3", "ƻ": "2̵", "Ƽ": "5", "ƽ": "s", "ƿ": "þ", "ǀ": "l", "ǁ": "ll", "ǃ": "!", "Ǥ": "G̵", "ǥ": "g̵", "Ȝ": "3", "Ȣ": "8", "ȣ": "8", "Ȥ": "Z̦", "ȥ": "z̦", "ȼ": "c̸", "Ⱦ": "T̸", "Ɂ": "?", "Ʉ": "U̵", "Ɇ": "E̸", "ɇ": "e̸", "Ɉ": "J̵", "ɉ": "j̵", "ɍ": "r̵", "Ɏ": "Y̵", "ɏ": "y̵", "ɑ": "a", "ɓ": "b̔", "ɖ": "d̨", "ɗ": "d̔", "ə": "ǝ", "ɚ": "ǝ˞", "ɛ": "ꞓ", "ɠ": "g̔", "ɡ": "g", "ɣ": "y", "ɦ": "h̔", "ɨ": "i̵", "ɩ": "i", "ɪ": "i", "ɫ": "l̴", "ɭ": "l̨", "ɮ": "lȝ", "ɯ": "w", "ɱ": "rn̦", "ɳ": "n̨", "ɵ": "o̵", "ɶ": "oᴇ", "ɼ": "r̩", "ɽ": "r̨", "ʂ": "s̨", "ʋ": "u", "ʏ": "y", "ʐ": "z̨", "ʒ": "ȝ", "ʔ": "?", "ʠ": "q̔", "ʣ": "dz", "ʤ": "dȝ", "ʥ": "dʑ", "ʦ": "ts", "ʧ": "tʃ", "ʨ": "tɕ", "ʩ": "fŋ", "ʪ": "ls", "ʫ": "lz", "ʹ": "''", "ʺ": "''''", "ʻ": "''", "ʼ": "''", "ʽ": "''", "ʾ": "''", "ʿ": "ՙ", "ˆ": "^", "ˈ": "''", "ˊ": "''", "ˋ": "''", "ː": ":", "ˮ": "''''", "̅": "̄", "̌": "̆", "̍": "ٰ", "̐": "̆̇", "̑": "̂", "̕": "̓", "̗": "ِ", "̠": "̱", "̡": "̦", "̢": "̨", "̧": "̦", "̶": "̵", "̷": "̸", "̹": "̦", "͂": "̃", "ͅ": "̨", "͇": "̳", "͗": "͐", "͘": "̇", "ͦ": "̊", "ͮ": "̆", "Ͱ": "Ⱶ", "Ͷ": "И", "ͷ": "ᴎ", "ͻ": "ɔ", "ͽ": "ꜿ", "Ϳ": "J", "Α": "A", "Β": "B", "Ε": "E", "Ζ": "Z", "Η": "H", "Θ": "O̵", "Ι": "l", "Κ": "K", "Λ": "Ʌ", "Μ": "M", "Ν": "N", "Ο": "O", "Ρ": "P", "Σ": "Ʃ", "Τ": "T", "Υ": "Y", "Χ": "X", "α": "a", "β": "ß", "γ": "y", "δ": "ẟ", "ε": "ꞓ", "η": "n̩", "θ": "O̵", "ι": "i", "κ": "ĸ", "ν": "v", "ο": "o", "ρ": "p", "σ": "o", "τ": "ᴛ", "υ": "u", "φ": "ɸ", "ϛ": "ς", "Ϝ": "F", "Ϩ": "2", "ϩ": "ƨ", "ϳ": "j", "Ϸ": "Þ", "ϸ": "þ", "Ϻ": "M", "Ͻ": "Ɔ", "Ͽ": "Ꜿ", "Є": "Ꞓ", "Ѕ": "S", "І": "l", "Ј": "J", "А": "A", "Б": "b̄", "В": "B", "Г": "Γ", "Е": "E", "З": "3", "К": "K", "Л": "Ʌ", "М": "M", "Н": "H", "О": "O", "П": "Π", "Р": "P", "С": "C", "Т": "T", "У": "Y", "Ф": "Φ", "Х": "X", "Ы": "bl", "Ь": "b", "Ю": "lO", "а": "a", "б": "6", "в": "ʙ", "г": "r", "е": "e", "з": "ɜ", "и": "ᴎ", "к": "ĸ", "м": "ʍ", "н": "ʜ", "о": "o", "п": "π", "р": "p", "с": "c", "т": "ᴛ", "у": "y", "ф": "ɸ", "х": "x", "ъ": "ˉb", "ы": "ƅi", "ь": "ƅ", "я": "ᴙ", "є": "ꞓ", "ѕ": "s", "і": "i", "ј": "j", "ћ": "h̵", "ѡ": "w", "Ѣ": "b̵", "ѣ": "b̵", "Ѱ": "Ψ", "ѱ": "ψ", "Ѳ": "O̵", "ѳ": "o̵", "Ѵ": "V", "ѵ": "v", "Ѽ": "Ѡ҆҇", "ѽ": "w҆҇", "Ҋ": "Ѝ̦", "ҋ": "й̦", "Ҍ": "b̵", "ҍ": "b̵", "Ґ": "Γ''", "ґ": "r''", "Ғ": "Γ̵", "ғ": "r̵", "Җ": "Ж̩", "җ": "ж̩", "Ҙ": "3̦", "ҙ": "ɜ̦", "Қ": "K̩", "қ": "ĸ̩", "Ҟ": "K̵", "ҟ": "ĸ̵", "Ң": "H̩", "ң": "ʜ̩", "Ҫ": "C̦", "ҫ": "c̦", "Ҭ": "T̩", "ҭ": "ᴛ̩", "Ү": "Y", "ү": "y", "Ұ": "Y̵", "ұ": "y̵", "Ҳ": "X̩", "һ": "h", "ҽ": "e", "Ҿ": "Ҽ̨", "ҿ": "ę", "Ӏ": "l", "Ӆ": "Ʌ̦", "ӆ": "л̦", "Ӈ": "H̦", "ӈ": "ʜ̦", "Ӊ": "H̦", "ӊ": "ʜ̦", "Ӌ": "Ҷ", "ӌ": "ҷ", "Ӎ": "M̦", "ӎ": "ʍ̦", "ӏ": "i", "Ӕ": "AE", "ӕ": "ae", "Ә": "Ə", "ә": "ǝ", "Ӡ": "3", "ӡ": "ȝ", "Ө": "O̵", "ө": "o̵", "ԁ": "d", "Ԋ": "Ƕ", "Ԍ": "G", "ԍ": "ɢ", "Ԑ": "Ɛ", "ԑ": "ꞓ", "ԛ": "q", "Ԝ": "W", "ԝ": "w", "Ի": "ኮ", "Մ": "ሆ", "Պ": "ጣ", "Ռ": "ቡ", "Ս": "U", "Տ": "S", "Փ": "Φ", "Օ": "O", "ա": "w", "գ": "q", "զ": "q", "ծ": "ẟ", "հ": "h", "յ": "ȷ", "ո": "n", "պ": "ɰ", "ռ": "n", "ս": "u", "ց": "g", "ք": "f", "օ": "o", "֜": "́", "֝": "́", "֤": "֚", "֨": "֙", "֭": "֖", "֮": "֘", "֯": "̊", "ִ": "̣", "ֹ": "̇", "ֺ": "̇", "ׁ": "̇", "ׂ": "̇", "ׄ": "̇", "ׅ": "̣", "ו": "l", "ט": "v", "י": "''", "ן": "l", "ס": "o", "װ": "ll", "ױ": "l''", "ײ": "''''", "ؘ": "́", "ؙ": "̓", "ؚ": "ِ", "ا": "l", "ث": "ىۛ", "ش": "سۛ", "ؽ": "ى̂", "ؿ": "ىۛ", "ه": "o", "ي": "ى", "ً": "̋", "َ": "́", "ُ": "̓", "ْ": "̊", "ٓ": "̃", "ٖ": "̩", "ٗ": "̒", "٘": "̆", "ٙ": "̄", "ٚ": "̆", "ٛ": "̂", "ٜ": "̣", "ٝ": "̔", "ٟ": "ٕ", "٠": ".", "١": "l", "٥": "o", "٧": "V", "٨": "Ʌ", "ٮ": "ى", "ٯ": "ڡ", "ٲ": "lٴ", "ٳ": "lٕ", "ٹ": "ىؕ", "پ": "ىۛ", "ځ": "حٔ", "څ": "حۛ", "ڈ": "دؕ", "ڋ": "ڊؕ", "ڎ": "دۛ", "ڑ": "رؕ", "ڒ": "ر̆", "ژ": "رۛ", "ڞ": "صۛ", "ڟ": "طۛ", "ڤ": "ڡۛ", "ڧ": "ف", "ڨ": "ڡۛ", "ک": "ك", "ڪ": "ك", "ڭ": "كۛ", "ڴ": "گۛ", "ڵ": "ل̆", "ڷ": "لۛ", "ں": "ى", "ڻ": "ىؕ", "ڽ": "ىۛ", "ھ": "o", "ہ": "o", "ۃ": "ة", "ۆ": "و̆", "ۇ": "و̓", "ۈ": "وٰ", "ۉ": "و̂", "ۋ": "وۛ", "ی": "ى", "ێ": "ى̆", "ې": "ٻ", "ۑ": "ىۛ", "ے": "ى", "ە": "o", "۟": "̊", "ۨ": "̆̇", "۬": "̇", "ۮ": "د̂", "ۯ": "ر̂", "۰": ".", "۱": "l", "۲": "٢", "۳": "٣", "۴": "٤", "۵": "o", "۶": "٦", "۷": "V", "۸": "Ʌ", "۹": "٩", "ۿ": "ô", "݀": "̇", "݁": "̇", "݂": "ܼ", "݇": "́", "ݑ": "بۛ", "ݖ": "ى̆", "ݢ": "ڬ", "ݣ": "كۛ", "ݧ": "ݔ", "ݨ": "نؕ", "ݩ": "ن̆", "ݬ": "رٔ", "ݱ": "ڗؕ", "ݲ": "حٔ", "ݾ": "س̂", "߀": "O", "ߊ": "l", "߫": "̄", "߭": "̇", "߮": "̂", "߳": "̈", "ߴ": "''", "ߵ": "''", "ߺ": "_", "ࢡ": "بٔ", "ࢤ": "ڢۛ", "ࢧ": "مۛ", "ࢨ": "ىٔ", "ࢩ": "ݔ", "ࢮ": "د̤̣", "ࢯ": "ص̤̣", "ࢰ": "گ", "ࢱ": "و", "ࢲ": "ز̂", "ࢶ": "بۢ", "ࢷ": "ىۛۢ", "ࢹ": "ر̆̇", "ࢺ": "ى̆̇", "ࢻ": "ڡ", "ࢼ": "ڡ", "ࢽ": "ى", "ࣥ": "ٌ", "ࣨ": "ٌ", "࣪": "̇", "࣫": "̈", "࣭": "̣", "࣮": "̤", "ࣰ": "̋", "ࣱ": "ٌ", "ࣲ": "ٍ", "ࣳ": "̓", "ࣸ": "͐", "ࣹ": "͔", "ࣺ": "͕", "ࣿ": "͐", "ऀ": "͒", "ँ": "̆̇", "ं": "̇", "ः": ":", "ऄ": "अॆ", "आ": "अा", "ई": "र्इ", "ऍ": "एॅ", "ऎ": "एॆ", "ऐ": "एे", "ऑ": "अॉ", "ऒ": "अाॆ", "ओ": "अाे", "औ": "अाै", "़": "̣", "॒": "̱", "॓": "̀", "॔": "́", "०": "o", "१": "٩", "ॽ": "?", "ঁ": "̆̇", "আ": "অা", "়": "̣", "ৠ": "ঋৃ", "ৡ": "ঋৃ", "০": "O", "৪": "8", "৭": "9", "ਂ": "̇", "ਃ": "ঃ", "ਆ": "ਅਾ", "ਇ": "ੲਿ", "ਈ": "ੲੀ", "ਉ": "ੳੁ", "ਊ": "ੳੂ", "ਏ": "ੲੇ", "ਐ": "ਅੈ", "ਔ": "ਅੌ", "਼": "̣", "ੋ": "ॆ", "੍": "्", "੦": "o", "੧": "9", "੪": "8", "ઁ": "̆̇", "ં": "̇", "ઃ": ":", "આ": "અા", "ઍ": "અૅ", "એ": "અે", "ઐ": "અૈ", "ઑ": "અાૅ", "ઓ": "અાે", "ઔ": "અાૈ", "઼": "̣", "ઽ": "ऽ", "ુ": "ु", "ૂ": "ू", "્": "्", "૦": "o", "૨": "२", "૩": "३", "૪": "४", "૮": "८", "ଁ": "̆̇", "ଃ": "8", "ଆ": "ଅା", "ଠ": "O", "଼": "̣", "୦": "O", "୨": "9", "ஂ": "̊", "ஊ": "உள", "ஜ": "ஐ", "ர": "ஈ", "ா": "ஈ", "ை": "ன", "்": "̇", "ௗ": "ள", "௦": "o", "௧": "க", "௨": "உ", "௪": "ச", "௫": "ஈு", "௬": "சு", "௭": "எ", "௮": "அ", "௰": "ய", "௲": "சூ", "ఀ": "̆̇", "ం": "o", "ః": "ঃ", "ఓ": "ఒౕ", "ఔ": "ఒౌ", "ఠ": "రּ", "ఢ": "డ̣", "థ": "ధּ", "భ": "బ̣", "మ": "వు", "ష": "వ̣", "హ": "వా", "ూ": "ుా", "ౄ": "ృా", "ౠ": "ఋా", "ౡ": "ఌా", "౦": "o", "ಁ": "̆̇", "ಂ": "o", "ಃ": "ঃ", "ಅ": "అ", "ಆ": "ఆ", "ಇ": "ఇ", "ಒ": "ఒ", "ಓ": "ఒౕ", "ಔ": "ఒౌ", "ಜ": "జ", "ಞ": "ఞ", "ಣ": "ణ", "ಯ": "య", "ಱ": "ఱ", "ಲ": "ల", "ೡ": "ಌಾ", "೦": "o", "೧": "౧", "೨": "౨", "೯": "౯", "ഁ": "̆̇", "ം": "o", "ഃ": "ঃ", "ഈ": "ഇൗ", "ഉ": "உ", "ഊ": "உൗ", "ഌ": "നു", "ഐ": "എെ", "ഓ": "ഒാ", "ഔ": "ഒൗ", "ങ": "നു", "ജ": "ஐ", "ഠ": "o", "ണ": "ண", "റ": "ര", "ഴ": "ழ", "ശ": "ஶ", "ഺ": "டி", "ി": "ி", "ീ": "ி", "ൂ": "ു", "ൃ": "ു", "ൈ": "െെ", "ൎ": "ॱ", "൚": "ന്മ", "ൟ": "oരo", "ൡ": "ഞ", "൦": "o", "൪": "ര്", "൫": "ദ്ര", "൬": "ന്ന", "൭": "9", "൮": "വ്ര", "൯": "ന്", "൶": "ഹ്മ", "ൻ": "ന്", "ർ": "ര്", "ං": "o", "ඃ": "ঃ", "෩": "෨ා", "෪": "ජ", "෫": "ද", "෯": "෨ී", "ฃ": "ข", "ซ": "ช", "ฏ": "ฎ", "ด": "ค", "ต": "ค", "ท": "ฑ", "ม": "ฆ", "ฦ": "ภ", "แ": "เเ", "ๅ": "า", "ํ": "̊", "๐": "o", "ຈ": "จ", "ຍ": "ย", "ບ": "บ", "ປ": "ป", "ຝ": "ฝ", "ພ": "พ", "ຟ": "ฟ", "ຸ": "ุ", "ູ": "ู", "່": "่", "້": "้", "໊": "๊", "໋": "๋", "ໍ": "̊", "໐": "o", "ༀ": "ཨོཾ", "༷": "̥", "ཪ": "ར", "က": "ဂာ", "တ": "oာ", "ဝ": "o", "ဟ": "ပာ", "ဩ": "သြ", "ဪ": "သြော်", "ံ": "̊", "း": "ঃ", "၀": "o", "ၥ": "၁", "ၦ": "ပှ", "ၯ": "ပာှ", "ၰ": "ဃှ", "ၾ": "ၽှ", "ႁ": "ဂှ", "Ⴀ": "Ꞇ", "ყ": "y", "ჳ": "ȝ", "ჿ": "o", "ᄁ": "ᄀᄀ", "ᄄ": "ᄃᄃ", "ᄈ": "ᄇᄇ", "ᄊ": "ᄉᄉ", "ᄍ": "ᄌᄌ", "ᄓ": "ᄂᄀ", "ᄔ": "ᄂᄂ", "ᄕ": "ᄂᄃ", "ᄖ": "ᄂᄇ", "ᄗ": "ᄃᄀ", "ᄘ": "ᄅᄂ", "ᄙ": "ᄅᄅ", "ᄚ": "ᄅᄒ", "ᄛ": "ᄅᄋ", "ᄜ": "ᄆᄇ", "ᄝ": "ᄆᄋ", "ᄞ": "ᄇᄀ", "ᄟ": "ᄇᄂ", "ᄠ": "ᄇᄃ", "ᄡ": "ᄇᄉ", "ᄢ": "ᄇᄉᄀ", "ᄣ": "ᄇᄉᄃ", "ᄤ": "ᄇᄉᄇ", "ᄥ": "ᄇᄉᄉ", "ᄦ": "ᄇᄉᄌ", "ᄧ": "ᄇᄌ", "ᄨ": "ᄇᄎ", "ᄩ": "ᄇᄐ", "ᄪ": "ᄇᄑ", "ᄫ": "ᄇᄋ", "ᄬ": "ᄇᄇᄋ", "ᄭ": "ᄉᄀ", "ᄮ": "ᄉᄂ", "ᄯ": "ᄉᄃ", "ᄰ": "ᄉᄅ", "ᄱ": "ᄉᄆ", "ᄲ": "ᄉᄇ", "ᄳ": "ᄉᄇᄀ", "ᄴ": "ᄉᄉᄉ", "ᄵ": "ᄉᄋ", "ᄶ": "ᄉᄌ", "ᄷ": "ᄉᄎ", "ᄸ": "ᄉᄏ", "ᄹ": "ᄉᄐ", "ᄺ": "ᄉᄑ", "ᄻ": "ᄅᄒ", "ᄽ": "ᄼᄼ", "ᄿ": "ᄾᄾ", "ᅁ": "ᄋᄀ", "ᅂ": "ᄋᄃ", "ᅃ": "ᄋᄆ", "ᅄ": "ᄋᄇ", "ᅅ": "ᄋᄉ", "ᅆ": "ᄋᅀ", "ᅇ": "ᄋᄋ", "ᅈ": "ᄋᄌ", "ᅉ": "ᄋᄎ", "ᅊ": "ᄋᄐ", "ᅋ": "ᄋᄑ", "ᅍ": "ᄌᄋ", "ᅏ": "ᅎᅎ", "ᅑ": "ᅐᅐ", "ᅒ": "ᄎᄏ", "ᅓ": "ᄎᄒ", "ᅖ": "ᄑᄇ", "ᅗ": "ᄑᄋ", "ᅘ": "ᄒᄒ", "ᅚ": "ᄀᄃ", "ᅛ": "ᄂᄉ", "ᅜ": "ᄂᄌ", "ᅝ": "ᄂᄒ", "ᅞ": "ᄃᄅ", "ᅢ": "ᅡ丨", "ᅤ": "ᅣ丨", "ᅦ": "ᅥ丨", "ᅨ": "ᅧ丨", "ᅪ": "ᅩᅡ", "ᅫ": "ᅩᅡ丨", "ᅬ": "ᅩ丨", "ᅯ": "ᅮᅥ", "ᅰ": "ᅮᅥ丨", "ᅱ": "ᅮ丨", "ᅳ": "ー", "ᅴ": "ー丨", "ᅵ": "丨", "ᅶ": "ᅡᅩ", "ᅷ": "ᅡᅮ", "ᅸ": "ᅣᅩ", "ᅹ": "ᅣᅭ", "ᅺ": "ᅥᅩ", "ᅻ": "ᅥᅮ", "ᅼ": "ᅥー", "ᅽ": "ᅧᅩ", "ᅾ": "ᅧᅮ", "ᅿ": "ᅩᅥ", "ᆀ": "ᅩᅥ丨", "ᆁ": "ᅩᅧ丨", "ᆂ": "ᅩᅩ", "ᆃ": "ᅩᅮ", "ᆄ": "ᅭᅣ", "ᆅ": "ᅭᅣ丨", "ᆆ": "ᅭᅣ", "ᆇ": "ᅭᅩ", "ᆈ": "ᅭ丨", "ᆉ": "ᅮᅡ", "ᆊ": "ᅮᅡ丨", "ᆋ": "ᅮᅥー", "ᆌ": "ᅮᅧ丨", "ᆍ": "ᅮᅮ", "ᆎ": "ᅲᅡ", "ᆏ": "ᅲᅥ", "ᆐ": "ᅲᅥ丨", "ᆑ": "ᅲᅧ", "ᆒ": "ᅲᅧ丨", "ᆓ": "ᅲᅮ", "ᆔ": "ᅲ丨", "ᆕ": "ーᅮ", "ᆖ": "ーー", "ᆗ": "ー丨ᅮ", "ᆘ": "丨ᅡ", "ᆙ": "丨ᅣ", "ᆚ": "丨ᅩ", "ᆛ": "丨ᅮ", "ᆜ": "丨ー", "ᆝ": "丨ᆞ", "ᆟ": "ᆞᅥ", "ᆠ": "ᆞᅮ", "ᆡ": "ᆞ丨", "ᆢ": "ᆞᆞ", "ᆣ": "ᅡー", "ᆤ": "ᅣᅮ", "ᆥ": "ᅧᅣ", "ᆦ": "ᅩᅣ", "ᆧ": "ᅩᅣ丨", "ᆨ": "ᄀ", "ᆩ": "ᄀᄀ", "ᆪ": "ᄀᄉ", "ᆫ": "ᄂ", "ᆬ": "ᄂᄌ", "ᆭ": "ᄂᄒ", "ᆮ": "ᄃ", "ᆯ": "ᄅ", "ᆰ": "ᄅᄀ", "ᆱ": "ᄅᄆ", "ᆲ": "ᄅᄇ", "ᆳ": "ᄅᄉ", "ᆴ": "ᄅᄐ", "ᆵ": "ᄅᄑ", "ᆶ": "ᄅᄒ", "ᆷ": "ᄆ", "ᆸ": "ᄇ", "ᆹ": "ᄇᄉ", "ᆺ": "ᄉ", "ᆻ": "ᄉᄉ", "ᆼ": "ᄋ", "ᆽ": "ᄌ", "ᆾ": "ᄎ", "ᆿ": "ᄏ", "ᇀ": "ᄐ", "ᇁ": "ᄑ", "ᇂ": "ᄒ", "ᇃ": "ᄀᄅ", "ᇄ": "ᄀᄉᄀ", "ᇅ": "ᄂᄀ", "ᇆ": "ᄂᄃ", "ᇇ": "ᄂᄉ", "ᇈ": "ᄂᅀ", "ᇉ": "ᄂᄐ", "ᇊ": "ᄃᄀ", "ᇋ": "ᄃᄅ", "ᇌ": "ᄅᄀᄉ", "ᇍ": "ᄅᄂ", "ᇎ": "ᄅᄃ", "ᇏ": "ᄅᄃᄒ", "ᇐ": "ᄅᄅ", "ᇑ": "ᄅᄆᄀ", "ᇒ": "ᄅᄆᄉ", "ᇓ": "ᄅᄇᄉ", "ᇔ": "ᄅᄇᄒ", "ᇕ": "ᄅᄇᄋ", "ᇖ": "ᄅᄉᄉ", "ᇗ": "ᄅᅀ", "ᇘ": "ᄅᄏ", "ᇙ": "ᄅᅙ", "ᇚ": "ᄆᄀ", "ᇛ": "ᄆᄅ", "ᇜ": "ᄆᄇ", "ᇝ": "ᄆᄉ", "ᇞ": "ᄆᄉᄉ", "ᇟ": "ᄆᅀ", "ᇠ": "ᄆᄎ", "ᇡ": "ᄆᄒ", "ᇢ": "ᄆᄋ", "ᇣ": "ᄇᄅ", "ᇤ": "ᄇᄑ", "ᇥ": "ᄇᄒ", "ᇦ": "ᄇᄋ", "ᇧ": "ᄉᄀ", "ᇨ": "ᄉᄃ", "ᇩ": "ᄉᄅ", "ᇪ": "ᄉᄇ", "ᇫ": "ᅀ", "ᇬ": "ᄋᄀ", "ᇭ": "ᄋᄀᄀ", "ᇮ": "ᄋᄋ", "ᇯ": "ᄋᄏ", "ᇰ": "ᅌ", "ᇱ": "ᄋᄉ", "ᇲ": "ᄋᅀ", "ᇳ": "ᄑᄇ", "ᇴ": "ᄑᄋ", "ᇵ": "ᄒᄂ", "ᇶ": "ᄒᄅ", "ᇷ": "ᄒᄆ", "ᇸ": "ᄒᄇ", "ᇹ": "ᅙ", "ᇺ": "ᄀᄂ", "ᇻ": "ᄀᄇ", "ᇼ": "ᄀᄎ", "ᇽ": "ᄀᄏ", "ᇾ": "ᄀᄒ", "ᇿ": "ᄂᄂ", "ሀ": "U", "ሣ": "ɰ", "ቀ": "Φ", "በ": "Ո", "ኔ": "ձ", "ዐ": "O", "Ꭰ": "D", "Ꭱ": "R", "Ꭲ": "T", "Ꭴ": "O''", "Ꭵ": "i", "Ꭸ": "Ⱶ", "Ꭹ": "Y", "Ꭺ": "A", "Ꭻ": "J", "Ꭼ": "E", "Ꭾ": "?", "Ꮀ": "Ⱶ", "Ꮁ": "Γ", "Ꮃ": "W", "Ꮇ": "M", "Ꮋ": "H", "Ꮍ": "Y", "Ꮎ": "O̵", "Ꮏ": "ƫ", "Ꮐ": "G", "Ꮒ": "h", "Ꮓ": "Z", "Ꮗ": "Ѡ", "Ꮛ": "Ɛ", "Ꮜ": "U̵", "Ꮞ": "4", "Ꮟ": "b", "Ꮢ": "R", "Ꮤ": "W", "Ꮥ": "S", "Ꮩ": "V", "Ꮪ": "S", "Ꮮ": "L", "Ꮯ": "C", "Ꮲ": "P", "Ꮶ": "K", "Ꮷ": "d", "Ꮻ": "O̵", "Ꮾ": "6", "Ᏸ": "ß", "Ᏺ": "h̔", "Ᏻ": "G", "Ᏼ": "B", "ᏻ": "ɢ", "ᏼ": "ʙ", "ᐃ": "Δ", "ᐌ": "·ᐁ", "ᐍ": "ᐁ·", "ᐎ": "·Δ", "ᐏ": "Δ·", "ᐐ": "·ᐄ", "ᐑ": "ᐄ·", "ᐒ": "·ᐅ", "ᐓ": "ᐅ·", "ᐔ": "·ᐆ", "ᐕ": "ᐆ·", "ᐗ": "·ᐊ", "ᐘ": "ᐊ·", "ᐙ": "·ᐋ", "ᐚ": "ᐋ·", "ᐧ": "·", "ᐫ": "ᐁᐠ", "ᐬ": "Δᐠ", "ᐭ": "ᐅᐠ", "ᐮ": "ᐊᐠ", "ᐯ": "V", "ᐱ": "Ʌ", "ᐳ": ">", "ᐷ": "·>", "ᐸ": "<", "ᐺ": "·V", "ᐻ": "V·", "ᐼ": "·Ʌ", "ᐽ": "Ʌ·", "ᐾ": "·ᐲ", "ᐿ": "ᐲ·", "ᑀ": "·>", "ᑁ": ">·", "ᑂ": "·ᐴ", "ᑃ": "ᐴ·", "ᑄ": "·<", "ᑅ": "<·", "ᑆ": "·ᐹ", "ᑇ": "ᐹ·", "ᑊ": "''", "ᑌ": "U", "ᑎ": "Ո", "ᑔ": "·ᑐ", "ᑗ": "·U", "ᑘ": "U·", "ᑙ": "·Ո", "ᑚ": "Ո·", "ᑛ": "·ᑏ", "ᑜ": "ᑏ·", "ᑝ": "·ᑐ", "ᑞ": "ᑐ·", "ᑟ": "·ᑑ", "ᑠ": "ᑑ·", "ᑡ": "·ᑕ", "ᑢ": "ᑕ·", "ᑣ": "·ᑖ", "ᑤ": "ᑖ·", "ᑧ": "U''", "ᑨ": "Ո''", "ᑩ": "ᑐ''", "ᑪ": "ᑕ''", "ᑭ": "P", "ᑯ": "d", "ᑲ": "b", "ᑳ": "ḃ", "ᑴ": "·ᑫ", "ᑵ": "ᑫ·", "ᑶ": "·P", "ᑷ": "p·", "ᑸ": "·ᑮ", "ᑹ": "ᑮ·", "ᑺ": "·d", "ᑻ": "d·", "ᑼ": "·ᑰ", "ᑽ": "ᑰ·", "ᑾ": "·b", "ᑿ": "b·", "ᒀ": "·ḃ", "ᒁ": "ḃ·", "ᒅ": "ᑫ''", "ᒆ": "P''", "ᒇ": "d''", "ᒈ": "b''", "ᒍ": "J", "ᒒ": "·ᒉ", "ᒓ": "ᒉ·", "ᒔ": "·ᒋ", "ᒕ": "ᒋ·", "ᒖ": "·ᒌ", "ᒗ": "ᒌ·", "ᒘ": "·J", "ᒙ": "J·", "ᒚ": "·ᒎ", "ᒛ": "ᒎ·", "ᒜ": "·ᒐ", "ᒝ": "ᒐ·", "ᒞ": "·ᒑ", "ᒟ": "ᒑ·", "ᒥ": "Γ", "ᒪ": "L", "ᒬ": "·ᒣ", "ᒭ": "ᒣ·", "ᒮ": "·Γ", "ᒯ": "Γ·", "ᒰ": "·ᒦ", "ᒱ": "ᒦ·", "ᒲ": "·ᒧ", "ᒳ": "ᒧ·", "ᒴ": "·ᒨ", "ᒵ": "ᒨ·", "ᒶ": "·L", "ᒷ": "l·", "ᒸ": "·ᒫ", "ᒹ": "ᒫ·", "ᒿ": "2", "ᓉ": "·ᓀ", "ᓊ": "ᓀ·", "ᓋ": "·ᓇ", "ᓌ": "ᓇ·", "ᓍ": "·ᓈ", "ᓎ": "ᓈ·", "ᓑ": "ᐡ", "ᓜ": "·ᓓ", "ᓝ": "ᓓ·", "ᓞ": "·ᓕ", "ᓟ": "ᓕ·", "ᓠ": "·ᓖ", "ᓡ": "ᓖ·", "ᓢ": "·ᓗ", "ᓣ": "ᓗ·", "ᓤ": "·ᓘ", "ᓥ": "ᓘ·", "ᓦ": "·ᓚ", "ᓧ": "ᓚ·", "ᓨ": "·ᓛ", "ᓩ": "ᓛ·", "ᓶ": "·ᓭ", "ᓷ": "ᓭ·", "ᓸ": "·ᓯ", "ᓹ": "ᓯ·", "ᓺ": "·ᓰ", "ᓻ": "ᓰ·", "ᓼ": "·ᓱ", "ᓽ": "ᓱ·", "ᓾ": "·ᓲ", "ᓿ": "ᓲ·", "ᔀ": "·ᓴ", "ᔁ": "ᓴ·", "ᔂ": "·ᓵ", "ᔃ": "ᓵ·", "ᔌ": "ᔋ<", "ᔍ": "ᔋᑕ", "ᔎ": "ᔋb", "ᔏ": "ᔋᒐ", "ᔗ": "·ᔐ", "ᔘ": "ᔐ·", "ᔙ": "·ᔑ", "ᔚ": "ᔑ·", "ᔛ": "·ᔒ", "ᔜ": "ᔒ·", "ᔝ": "·ᔓ", "ᔞ": "ᔓ·", "ᔟ": "·ᔔ", "ᔠ": "ᔔ·", "ᔡ": "·ᔕ", "ᔢ": "ᔕ·", "ᔣ": "·ᔖ", "ᔤ": "ᔖ·", "ᔯ": "·4", "ᔰ": "4·", "ᔱ": "·ᔨ", "ᔲ": "ᔨ·", "ᔳ": "·ᔩ", "ᔴ": "ᔩ·", "ᔵ": "·ᔪ", "ᔶ": "ᔪ·", "ᔷ": "·ᔫ", "ᔸ": "ᔫ·", "ᔹ": "·ᔭ", "ᔺ": "ᔭ·", "ᔻ": "·ᔮ", "ᔼ": "ᔮ·", "ᕀ": "ᐩ", "ᕁ": "x", "ᕎ": "·ᕌ", "ᕏ": "ᕌ·", "ᕛ": "·ᕚ", "ᕜ": "ᕚ·", "ᕨ": "·ᕧ", "ᕩ": "ᕧ·", "ᕷ": "ẟ", "ᕼ": "H", "ᕽ": "x", "ᕾ": "ᕐᑬ", "ᕿ": "ᕐP", "ᖀ": "ᕐᑮ", "ᖁ": "ᕐd", "ᖂ": "ᕐᑰ", "ᖃ": "ᕐb", "ᖄ": "ᕐḃ", "ᖅ": "ᕐᒃ", "ᖇ": "R", "ᖎ": "ᖕᒊ", "ᖏ": "ᖕᒋ", "ᖐ": "ᖕᒌ", "ᖑ": "ᖕJ", "ᖒ": "ᖕᒎ", "ᖓ": "ᖕᒐ", "ᖔ": "ᖕᒑ", "ᖯ": "b", "ᖴ": "F", "ᖵ": "Ⅎ", "ᖷ": "ꟻ", "ᗄ": "Ɐ", "ᗅ": "A", "ᗞ": "D", "ᗪ": "D", "ᗯ": "Ѡ", "ᗰ": "M", "ᗷ": "B", "ᘂ": "ᒐ", "ᘃ": "ᒉ", "ᘄ": "ᓓ", "ᘇ": "ᓚ", "ᘢ": "ᕃ", "ᘣ": "ᕆ", "ᘤ": "ᕊ", "ᘮ": "Ʊ", "ᘯ": "Ω", "ᘴ": "Ʊ", "ᘵ": "Ω", "ᙯ": "ᕐᑫ", "ᙰ": "ᖕᒉ", "ᙱ": "ᖖᒋ", "ᙲ": "ᖖᒌ", "ᙳ": "ᖖJ", "ᙴ": "ᖖᒎ", "ᙵ": "ᖖᒐ", "ᙶ": "ᖖᒑ", "ᙷ": "ᖧ·", "ᙸ": "ᖨ·", "ᙹ": "ᖩ·", "ᙺ": "ᖪ·", "ᙻ": "ᖫ·", "ᙼ": "ᖬ·", "ᙽ": "ᖭ·", "ᚲ": "<", "ᚷ": "X", "ᛁ": "l", "ᛂ": "ᚽ", "ᛌ": "''", "ᛕ": "K", "ᛖ": "M", "ᛘ": "Ψ", "ᛡ": "ᚼ", "ᛰ": "Φ", "ឣ": "អ", "ិ": "ิ", "ី": "ี", "ឹ": "ึ", "ឺ": "ื", "ំ": "̊", "់": "่", "៓": "̊", "ᡕ": "ᠵ", "ᢖ": "ᡜ", "ᢳ": "·ᢱ", "ᢶ": "·ᢴ", "ᢹ": "·ᢸ", "ᣂ": "·ᣀ", "ᣆ": "·ᓂ", "ᣇ": "ᓂ·", "ᣈ": "·ᓃ", "ᣉ": "ᓃ·", "ᣊ": "·ᓄ", "ᣋ": "ᓄ·", "ᣌ": "·ᓅ", "ᣍ": "ᓅ·", "ᣎ": "·ᕃ", "ᣏ": "·ᕆ", "ᣐ": "·ᕇ", "ᣑ": "·ᕈ", "ᣒ": "·ᕉ", "ᣓ": "·ᕋ", "ᣛ": "ᣵ", "ᣜ": "ᣟᐞ", "ᣝ": "ᐞᣟ", "ᣠ": "ᕃ·", "ᣣ": "ᕞ·", "ᣤ": "ᕦ·", "ᣥ": "ᕫ·", "ᣨ": "ᖆ·", "ᣪ": "ᖗ·", "ᣭ": "Ѡ·", "ᣰ": "ᗴ·", "ᣲ": "ᘛ·", "᧐": "ᦞ", "᧑": "ᦱ", "᪀": "ᩅ", "᪐": "ᩅ", "᪴": "ۛ", "᪷": "̨", "᭒": "ᬍ", "᭓": "ᬑ", "᭘": "ᬨ", "᳐": "̂", "᳒": "̄", "᳕": "̫", "᳘": "̮", "᳙": "̭", "᳚": "̎", "᳜": "̩", "᳝": "̣", "᳞": "̤", "᳭": "̖", "ᴄ": "c", "ᴈ": "ɜ", "ᴋ": "ĸ", "ᴍ": "ʍ", "ᴏ": "o", "ᴐ": "ɔ", "ᴑ": "o", "ᴔ": "ǝo", "ᴜ": "u", "ᴠ": "v", "ᴡ": "w", "ᴢ": "z", "ᴤ": "ƨ", "ᴦ": "r", "ᴧ": "ʌ", "ᴨ": "π", "ᴩ": "ᴘ", "ᴫ": "л", "ᵫ": "ue", "ᵮ": "f̴", "ᵯ": "rn̴", "ᵰ": "n̴", "ᵲ": "r̴", "ᵳ": "ɾ̴", "ᵴ": "s̴", "ᵵ": "t̴", "ᵶ": "z̴", "ᵻ": "i̵", "ᵼ": "i̵", "ᵽ": "p̵", "ᵾ": "u̵", "ᵿ": "ʊ̵", "ᶃ": "g", "ᶌ": "y", "ᶐ": "ɋ", "ᷮ": "ⷬ", "ẝ": "f", "ỿ": "y", "⃛": "ۛ", "Ↄ": "Ɔ", "ↄ": "ɔ", "Ⱨ": "H̩", "Ⱪ": "K̩", "Ⲅ": "Γ", "ⲅ": "r", "Ⲇ": "Δ", "Ⲉ": "Ꞓ", "ⲉ": "ꞓ", "Ⲏ": "H", "Ⲓ": "l", "Ⲕ": "K", "ⲕ": "ĸ", "Ⲗ": "λ", "Ⲙ": "M", "Ⲛ": "N", "Ⲟ": "O", "ⲟ": "o", "Ⲡ": "Π", "Ⲣ": "P", "ⲣ": "p", "Ⲥ": "C", "ⲥ": "c", "Ⲧ": "T", "Ⲩ": "Y", "Ⲫ": "Φ", "ⲫ": "ɸ", "Ⲭ": "X", "ⲭ": "χ", "Ⲯ": "Ψ", "ⲱ": "ω", "Ⲵ": "<·", "Ⲻ": "-", "Ⲽ": "Ш", "ⲽ": "ш", "Ⳇ": "/", "Ⳋ": "9", "Ⳍ": "3", "ⳍ": "ȝ", "Ⳑ": "L", "ⳑ": "ʟ", "Ⳓ": "6", "Ⳝ": "Ϭ", "ⳤ": "ϗ", "ⴱ": "O̵", "ⴷ": "Ʌ", "ⴸ": "V", "ⴹ": "E", "ⴺ": "Ǝ", "ⵁ": "O̸", "ⵈ": "···", "ⵉ": "Ʃ", "ⵏ": "l", "ⵑ": "!", "ⵔ": "O", "ⵕ": "Q", "ⵙ": "ʘ", "ⵝ": "X", "ⵠ": "Δ", "ⵣ": "ᛯ", "ⷨ": "ᷟ", "ⷪ": "̊", "ⷭ": "ͨ", "ⷯ": "ͯ", "ⷶ": "ͣ", "ⷷ": "ͤ", "〇": "O", "〬": "̉", "〭": "̥", "〳": "/", "く": "❬", "゚": "̊", "イ": "亻", "エ": "工", "カ": "力", "タ": "夕", "ト": "卜", "ニ": "二", "ノ": "/", "ハ": "八", "ヘ": "へ", "ロ": "口", "㦳": "㘽", "䎛": "㖈", "䐠": "㬻", "一": "ー", "丶": "\\", "丿": "/", "倂": "併", "值": "値", "啟": "啓", "囗": "口", "填": "塡", "士": "土", "壿": "墫", "嬀": "媯", "帲": "帡", "幐": "㬺", "戸": "戶", "搉": "㩁", "晣": "䀿", "晩": "晚", "曶": "㫚", "朦": "䑃", "柿": "杮", "槩": "㮣", "樧": "榝", "潙": "溈", "硏": "研", "絶": "絕", "肦": "朌", "胊": "朐", "胐": "朏", "胶": "㬵", "脁": "朓", "脧": "朘", "腁": "胼", "膧": "朣", "蔿": "蒍", "虁": "蘷", "訞": "䚶", "詽": "訮", "讏": "讆", "豣": "豜", "趆": "赿", "跺": "跥", "躛": "躗", "輧": "軿", "郞": "郎", "鎮": "鎭", "隸": "隷", "鹃": "鹂", "黒": "黑", "鿃": "䀹", "ꓐ": "B", "ꓑ": "P", "ꓒ": "d", "ꓓ": "D", "ꓔ": "T", "ꓖ": "G", "ꓗ": "K", "ꓙ": "J", "ꓚ": "C", "ꓛ": "Ɔ", "ꓜ": "Z", "ꓝ": "F", "ꓞ": "Ⅎ", "ꓟ": "M", "ꓠ": "N", "ꓡ": "L", "ꓢ": "S", "ꓣ": "R", "ꓥ": "Ʌ", "ꓦ": "V", "ꓧ": "H", "ꓪ": "W", "ꓫ": "X", "ꓬ": "Y", "ꓭ": "ᙠ", "ꓮ": "A", "ꓯ": "Ɐ", "ꓰ": "E", "ꓱ": "Ǝ", "ꓲ": "l", "ꓳ": "O", "ꓴ": "U", "ꓵ": "Ո", "ꓷ": "ᗡ", "ꓸ": ".", "ꓹ": ",", "ꓺ": "..", "ꓻ": ".,", "ꓽ": ":", "Ꙅ": "2", "ꙅ": "ƨ", "ꙇ": "i", "ꙍ": "ω", "Ꙑ": "Ъl", "ꙑ": "ˉbi", "Ꙩ": "ʘ", "꙯": "⃩", "꙼": "̆", "ꚕ": "h̔", "Ꚙ": "OO", "ꚙ": "oo", "Ꚛ": "𐊨", "ꚡ": "И", "ꚰ": "ᚹ", "ꚱ": "Ⱶ", "ꛍ": "ʡ", "ꛎ": "Ʌ", "ꛛ": "Π", "ꛟ": "V", "ꛫ": "?", "ꛯ": "2", "꛰": "̂", "꛱": "̄", "Ꜩ": "T3", "ꜩ": "tȝ", "ꜱ": "s", "Ꜳ": "AA", "ꜳ": "aa", "Ꜵ": "AO", "ꜵ": "ao", "Ꜷ": "AU", "ꜷ": "au", "Ꜹ": "AV", "ꜹ": "av", "Ꜻ": "AV", "ꜻ": "av", "Ꜽ": "AY", "ꜽ": "ay", "Ꝁ": "K̵", "Ꝋ": "O̵", "ꝋ": "o̵", "Ꝏ": "OO", "ꝏ": "oo", "Ꝛ": "2", "ꝡ": "w̦", "Ꝫ": "3", "ꝫ": "ȝ", "Ꝯ": "9", "ꝷ": "tf", "ꝸ": "&", "ꝺ": "Ꝺ", "ꞌ": "''", "ꞏ": "·", "ꞕ": "ꜧ", "Ꞙ": "F", "ꞙ": "f", "Ꞛ": "𐐒", "ꞛ": "𐐺", "ꞝ": "ʚ", "Ꞟ": "ꓤ", "ꞟ": "u", "Ɜ": "3", "Ʇ": "ꓕ", "Ʝ": "J", "Ꭓ": "X", "Ꞵ": "B", "ꞵ": "ß", "Ꞷ": "Ꙍ", "ꞷ": "ω", "ꟷ": "ー", "꠰": "।", "ꥠ": "ᄃᄆ", "ꥡ": "ᄃᄇ", "ꥢ": "ᄃᄉ", "ꥣ": "ᄃᄌ", "ꥤ": "ᄅᄀ", "ꥥ": "ᄅᄀᄀ", "ꥦ": "ᄅᄃ", "ꥧ": "ᄅᄃᄃ", "ꥨ": "ᄅᄆ", "ꥩ": "ᄅᄇ", "ꥪ": "ᄅᄇᄇ", "ꥫ": "ᄅᄇᄋ", "ꥬ": "ᄅᄉ", "ꥭ": "ᄅᄌ", "ꥮ": "ᄅᄏ", "ꥯ": "ᄆᄀ", "ꥰ": "ᄆᄃ", "ꥱ": "ᄆᄉ", "ꥲ": "ᄇᄉᄐ", "ꥳ": "ᄇᄏ", "ꥴ": "ᄇᄒ", "ꥵ": "ᄉᄉᄇ", "ꥶ": "ᄋᄅ", "ꥷ": "ᄋᄒ", "ꥸ": "ᄌᄌᄒ", "ꥹ": "ᄐᄐ", "ꥺ": "ᄑᄒ", "ꥻ": "ᄒᄉ", "ꥼ": "ᅙᅙ", "ꦒ": "ⰿ", "ꦣ": "ꦝ", "ꧏ": "٢", "꩓": "ꨁ", "꩖": "ꨣ", "ꬲ": "e", "ꬵ": "f", "ꬽ": "o", "ꬾ": "o̸", "ꬿ": "ɔ̸", "ꭁ": "ǝo̸", "ꭂ": "ǝo̵", "ꭇ": "r", "ꭈ": "r", "ꭍ": "ʃ", "ꭎ": "u", "ꭒ": "u", "ꭓ": "χ", "ꭕ": "χ", "ꭚ": "y", "ꭠ": "љ", "ꭢ": "ɔe", "ꭣ": "uo", "ꭰ": "ᴅ", "ꭱ": "ʀ", "ꭲ": "ᴛ", "ꭴ": "ơ", "ꭵ": "i", "ꭺ": "ᴀ", "ꭻ": "ᴊ", "ꭼ": "ᴇ", "ꭾ": "ɂ", "ꮀ": "ⱶ", "ꮁ": "r", "ꮃ": "w", "ꮇ": "ʍ", "ꮋ": "ʜ", "ꮎ": "o̵", "ꮐ": "ɢ", "ꮓ": "z", "ꮛ": "ꞓ", "ꮜ": "u̵", "ꮟ": "ƅ", "ꮢ": "ʀ", "ꮩ": "v", "ꮪ": "s", "ꮮ": "ʟ", "ꮯ": "c", "ꮲ": "ᴘ", "ꮶ": "ĸ", "ꮻ": "o̵", "ힰ": "ᅩᅧ", "ힱ": "ᅩᅩ丨", "ힲ": "ᅭᅡ", "ힳ": "ᅭᅡ丨", "ힴ": "ᅭᅥ", "ힵ": "ᅮᅧ", "ힶ": "ᅮ丨丨", "ힷ": "ᅲᅡ丨", "ힸ": "ᅲᅩ", "ힹ": "ーᅡ", "ힺ": "ーᅥ", "ힻ": "ーᅥ丨", "ힼ": "ーᅩ", "ힽ": "丨ᅣᅩ", "ힾ": "丨ᅣ丨", "ힿ": "丨ᅧ", "ퟀ": "丨ᅧ丨", "ퟁ": "丨ᅩ丨", "ퟂ": "丨ᅭ", "ퟃ": "丨ᅲ", "ퟄ": "丨丨", "ퟅ": "ᆞᅡ", "ퟆ": "ᆞᅥ丨", "ퟋ": "ᄂᄅ", "ퟌ": "ᄂᄎ", "ퟍ": "ᄃᄃ", "ퟎ": "ᄃᄃᄇ", "ퟏ": "ᄃᄇ", "ퟐ": "ᄃᄉ", "ퟑ": "ᄃᄉᄀ", "ퟒ": "ᄃᄌ", "ퟓ": "ᄃᄎ", "ퟔ": "ᄃᄐ", "ퟕ": "ᄅᄀᄀ", "ퟖ": "ᄅᄀᄒ", "ퟗ": "ᄅᄅᄏ", "ퟘ": "ᄅᄆᄒ", "ퟙ": "ᄅᄇᄃ", "ퟚ": "ᄅᄇᄑ", "ퟛ": "ᄅᅌ", "ퟜ": "ᄅᅙᄒ", "ퟝ": "ᄅᄋ", "ퟞ": "ᄆᄂ", "ퟟ": "ᄆᄂᄂ", "ퟠ": "ᄆᄆ", "ퟡ": "ᄆᄇᄉ", "ퟢ": "ᄆᄌ", "ퟣ": "ᄇᄃ", "ퟤ": "ᄇᄅᄑ", "ퟥ": "ᄇᄆ", "ퟦ": "ᄇᄇ", "ퟧ": "ᄇᄉᄃ", "ퟨ": "ᄇᄌ", "ퟩ": "ᄇᄎ", "ퟪ": "ᄉᄆ", "ퟫ": "ᄉᄇᄋ", "ퟬ": "ᄉᄉᄀ", "ퟭ": "ᄉᄉᄃ", "ퟮ": "ᄉᅀ", "ퟯ": "ᄉᄌ", "ퟰ": "ᄉᄎ", "ퟱ": "ᄉᄐ", "ퟲ": "ᄅᄒ", "ퟳ": "ᅀᄇ", "ퟴ": "ᅀᄇᄋ", "ퟵ": "ᅌᄆ", "ퟶ": "ᅌᄒ", "ퟷ": "ᄌᄇ", "ퟸ": "ᄌᄇᄇ", "ퟹ": "ᄌᄌ", "ퟺ": "ᄑᄉ", "ퟻ": "ᄑᄐ", "𐊂": "B", "𐊅": "Δ", "𐊆": "E", "𐊇": "F", "𐊊": "l", "𐊍": "Ʌ", "𐊐": "X", "𐊒": "O", "𐊔": "ᛜ", "𐊕": "P", "𐊖": "S", "𐊗": "T", "𐊛": "+", "𐊠": "A", "𐊡": "B", "𐊢": "C", "𐊣": "Δ", "𐊥": "F", "𐊫": "O", "𐊭": "Ϙ", "𐊰": "M", "𐊱": "T", "𐊲": "Y", "𐊳": "Φ", "𐊴": "X", "𐊵": "Ψ", "𐊶": "Ω", "𐊸": "ⵀ", "𐋏": "H", "𐋡": "د", "𐋤": "و", "𐋨": "ط", "𐋲": "ص", "𐋵": "Z", "𐌁": "B", "𐌂": "C", "𐌉": "l", "𐌑": "M", "𐌒": "Ϙ", "𐌕": "T", "𐌗": "X", "𐌚": "8", "𐌟": "*", "𐌠": "l", "𐌢": "X", "𐏑": "𐎂", "𐏓": "𐎓", "𐐁": "Ɛ", "𐐄": "O", "𐐑": "ꓶ", "𐐕": "C", "𐐛": "L", "𐐟": "Ɒ", "𐐠": "S", "𐐣": "Ɔ", "𐐥": "И", "𐐩": "ꞓ", "𐐪": "ʚ", "𐐬": "o", "𐐽": "c", "𐐿": "ɷ", "𐑂": "ɞ", "𐑃": "ʟ", "𐑈": "s", "𐑋": "ɔ", "𐑍": "ᴎ", "𐒠": "𐒆", "𐒰": "Ʌ", "𐒴": "R", "𐒼": "Ӄ", "𐓂": "O", "𐓃": "ʘ", "𐓄": "Þ", "𐓍": "Ћ", "𐓎": "U", "𐓐": "ᛦ", "𐓑": "Ψ", "𐓒": "7", "𐓘": "ʌ", "𐓛": "λ", "𐓪": "o", "𐓫": "ꙩ", "𐓶": "u", "𐓹": "ψ", "𐔓": "N", "𐔖": "O", "𐔘": "K", "𐔜": "C", "𐔝": "V", "𐔥": "F", "𐔦": "L", "𐔧": "X", "𐨺": "̣", "𐳺": "𐲥", "𐳼": "𐲂", "𑇊": "̣", "𑇋": "ऺ", "𑇜": "ꣻ", "𑌀": "̊", "𑐓": "𑐴𑑂𑐒", "𑐙": "𑐴𑑂𑐘", "𑐤": "𑐴𑑂𑐣", "𑐪": "𑐴𑑂𑐩", "𑐭": "𑐴𑑂𑐬", "𑐯": "𑐴𑑂𑐮", "𑒒": "ঘ", "𑒔": "চ", "𑒖": "জ", "𑒘": "ঞ", "𑒙": "ট", "𑒛": "ড", "𑒝": "ল", "𑒞": "ত", "𑒟": "থ", "𑒠": "দ", "𑒡": "ধ", "𑒢": "ন", "𑒣": "প", "𑒧": "ম", "𑒨": "য", "𑒩": "ব", "𑒪": "ণ", "𑒫": "র", "𑒭": "ষ", "𑒮": "স", "𑒰": "া", "𑒱": "ি", "𑒹": "ে", "𑒽": "ৗ", "𑒿": "̆̇", "𑓁": "ঃ", "𑓂": "্", "𑓃": "̣", "𑓄": "ঽ", "𑓅": "ẇ", "𑓐": "O", "𑓑": "১", "𑓒": "২", "𑓖": "৬", "𑗘": "𑖂", "𑗙": "𑖂", "𑗚": "𑖃", "𑗛": "𑖄", "𑗜": "𑖲", "𑗝": "𑖳", "𑜀": "rn", "𑜆": "v", "𑜊": "w", "𑜎": "w", "𑜏": "w", "𑢠": "V", "𑢢": "F", "𑢣": "L", "𑢤": "Y", "𑢦": "E", "𑢨": "∇", "𑢩": "Z", "𑢬": "9", "𑢮": "E", "𑢯": "4", "𑢲": "L", "𑢵": "O", "𑢷": "ᛜ", "𑢸": "U", "𑢻": "5", "𑢼": "T", "𑣀": "v", "𑣁": "s", "𑣂": "F", "𑣃": "i", "𑣄": "z", "𑣆": "7", "𑣈": "o", "𑣊": "3", "𑣌": "9", "𑣎": "ꞓ", "𑣕": "6", "𑣖": "9", "𑣗": "o", "𑣘": "u", "𑣜": "y", "𑣠": "O", "𑣣": "rn", "𑣤": "٩", "𑣥": "Z", "𑣦": "W", "𑣩": "C", "𑣬": "X", "𑣯": "W", "𑣲": "C", "𑫦": "𑫥𑫯", "𑫧": "𑫥𑫰", "𑫨": "𑫥𑫥", "𑫩": "𑫥𑫥𑫯", "𑫪": "𑫥𑫥𑫰", "𑫬": "𑫫𑫯", "𑫭": "𑫫𑫫", "𑫮": "𑫫𑫫𑫯", "𑫴": "𑫳𑫯", "𑫵": "𑫳𑫰", "𑫶": "𑫳𑫳", "𑫷": "𑫳𑫳𑫯", "𑫸": "𑫳𑫳𑫰", "𑲲": "𑲪", "𒀸": "𐎚", "𓋹": "𐦞", "𖼇": "Γ", "𖼈": "V", "𖼊": "T", "𖼖": "L", "𖼚": "Δ", "𖼜": "Ꙙ", "𖼦": "ꓶ", "𖼨": "l", "𖼭": "Ɛ", "𖼵": "R", "𖼺": "S", "𖼻": "3", "𖼽": "Ʌ", "𖼿": ">", "𖽀": "A", "𖽂": "U", "𖽃": "Y", "𖽑": "''", "𖽒": "''", "𝅭": ".", "𞣇": "l", "𞣈": "∠", "𞣉": "٣", "𞣋": "8", "𞣌": "∂", "𞣍": "∂̵", "𡿨": "❬"}'::jsonb;

CREATE OR REPLACE FUNCTION public.count_cases()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into counters (name, label, change) values ('cases', case_label(old), -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into counters (name, label, change) values ('cases', case_label(new), 1);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_changed_facets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into counters (name, label, change)
  select 'facets', facet, sum(change)
  from (
    select facet, -1 from unnest(old.facets) as facet where not old.is_hidden
    union all
    select facet, 1 from unnest(new.facets) as facet where not new.is_hidden
  ) as changes (facet, change)
  group by facet
  having sum(change) <> 0;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_deleted_books()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into counters (name, label, change)
  select 'books', genre, -count(*) from deleted where not is_hidden group by genre;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_facets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into counters (name, label, change)
  select 'facets', facet, case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed, unnest(facets) as facet
  where not is_hidden
  group by facet;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_hidden_comments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update books
  set comment_count = comment_count + totals.change
  from (
    select after.book_id, sum(before.is_hidden::int - after.is_hidden::int)::int as change
    from changed_before as before join changed_after as after using (id)
    where before.is_hidden <> after.is_hidden
    group by after.book_id
  ) as totals
  where books.id = totals.book_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_inserted_books()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into book_ranks (book_id, genre, rating, is_rated, average)
  select
    id, genre, bayesian_rating(ranked_sum, ranked_count), ranked_count > 0,
    rating_sum::float / greatest(rating_count, 1)
  from inserted
  where not is_hidden;
  insert into book_views (book_id, genre, views) select id, genre, views from inserted where not is_hidden;
  insert into counters (name, label, change)
  select 'books', genre, count(*) from inserted where not is_hidden group by genre;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_updated_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into counters (name, label, change)
  select name, label, change from (values
    ('users', old.user_type, case when old.guest then 0 else -1 end),
    ('users', new.user_type, case when new.guest then 0 else 1 end),
    ('verified users', '', (new.verified and not new.guest)::int - (old.verified and not old.guest)::int)
  ) as changes (name, label, change)
  where change <> 0;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into counters (name, label, change)
  select 'users', user_type, sign * count(*) from changed where not guest group by user_type
  union all
  select 'verified users', '', sign * count(*) from changed where not guest and verified having count(*) > 0;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_surplus_security_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from security_events where id in (
    select id from security_events where user_id = new.user_id order by at desc, id desc offset 200
  );
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.facets_of(genre text, language text, licence text, age smallint, access text[], tags text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT array_agg(DISTINCT facet.facet) AS array_agg FROM unnest((((ARRAY[('g:'::text || facets_of.genre), ('l:'::text || split_part(facets_of.language, '-'::text, 1)), ('c:'::text || facets_of.licence)] || ARRAY(SELECT ('a:'::text || reader.reader) FROM unnest(ARRAY[13, 16]) reader(reader) WHERE (COALESCE((facets_of.age)::integer, 0) <= reader.reader))) || ARRAY(SELECT ('x:'::text || one.one) FROM unnest(facets_of.access) one(one))) || ARRAY(SELECT ('t:'::text || tag_key(one.one)) FROM unnest(facets_of.tags) one(one)))) facet(facet) WHERE (facet.facet IS NOT NULL));

CREATE OR REPLACE FUNCTION public.first_id_of_day(id uuid, day_offset integer)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (rpad(lpad(to_hex(((EXTRACT(epoch FROM (date_trunc('day'::text, uuid_extract_timestamp(id), 'UTC'::text) + ((day_offset)::double precision * '24:00:00'::interval))) * (1000)::numeric))::bigint), 12, '0'::text), 32, '0'::text))::uuid;

CREATE OR REPLACE FUNCTION public.follow_hidings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  found report_cases;
  decided report_cases;
  hiding hidings;
begin
  hiding := case tg_op when 'INSERT' then new else old end;
  found.kind := case
    when hiding.book_id is not null then 'book'
    when hiding.comment_id is not null then 'comment'
    when hiding.list_id is not null then 'list'
    else 'person'
  end;
  found.subject_id := coalesce(hiding.book_id, hiding.comment_id, hiding.list_id, hiding.user_id);
  select subject.name, book_id, owner_id, coalesce(pen_name, username)
  into found.subject_name, found.book_id, found.owner_id, found.owner_name
  from (
    select title as name, books.id as book_id, publisher_id as owner_id, pen_names.name as pen_name
    from books left join pen_names on pen_names.id = pen_name_id where books.id = hiding.book_id
    union all
    select title, book_id, user_id, null from comments join books on books.id = book_id where comments.id = hiding.comment_id
    union all
    select name, null, user_id, null from lists where id = hiding.list_id
    union all
    select username, null, id, null from users where id = hiding.user_id
  ) as subject left join users on users.id = owner_id;
  -- Deleted together with its book, comment, list or account.
  if found.subject_name is null then
    return null;
  end if;
  select * into decided from follow_moderation(found, 'hidden', tg_op = 'INSERT', hiding.hidden_at);
  if decided.id is not null then
    insert into report_decisions (
      case_id, round, decision, reason, words, until, decided_by, decided_by_name, at, has_mails
    )
    select
      decided.id, decided.round, case tg_op when 'INSERT' then 'hide' else 'restore' end, 'other',
      case tg_op when 'INSERT' then hiding.reason else '' end, case tg_op when 'INSERT' then hiding.until end,
      users.id, users.username, decided.changed_at, decided.report_count = 0
    from (select case tg_op when 'INSERT' then hiding.hidden_by end as id) as moderator left join users using (id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.follow_moderation(found report_cases, done text, is_done boolean, done_at timestamp with time zone)
 RETURNS report_cases
 LANGUAGE plpgsql
AS $function$
declare
  changed report_cases;
begin
  if is_done then
    insert into report_cases as cases (
      kind, subject_id, subject_name, book_id, owner_id, owner_name, is_open, outcome, first_at, changed_at
    )
    values (
      found.kind, found.subject_id, found.subject_name, found.book_id, found.owner_id, found.owner_name, false, done,
      done_at, done_at
    )
    on conflict (kind, subject_id) do update set
      outcome = done, is_open = false, has_answer = false, version = cases.version + 1, changed_at = done_at,
      round = cases.round + (not cases.is_open)::int,
      has_notice = cases.is_open and cases.has_notice,
      report_count = case when cases.is_open then cases.report_count else 0 end
    where cases.outcome is distinct from done
    returning * into changed;
  else
    update report_cases
    set outcome = 'restored', is_open = false, returns_at = null, version = version + 1, changed_at = now()
    where kind = found.kind and subject_id = found.subject_id and outcome = done
    returning * into changed;
  end if;
  return changed;
end
$function$;

CREATE OR REPLACE FUNCTION public.follow_suspension()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  found report_cases;
  decided report_cases;
begin
  found.kind := 'person';
  found.subject_id := new.id;
  found.subject_name := new.username;
  found.owner_id := new.id;
  found.owner_name := new.username;
  select * into decided
  from follow_moderation(found, 'suspended', new.suspended_at is not null, coalesce(new.suspended_at, now()));
  if decided.id is not null then
    insert into report_decisions (case_id, round, decision, reason, words, until, at, has_mails)
    values (
      decided.id, decided.round, case when new.suspended_at is null then 'restore' else 'suspend' end, 'other',
      coalesce(new.suspension_reason, ''), new.suspended_until, decided.changed_at, decided.report_count = 0
    );
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.has_room_in_rankings(book uuid, reader uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  return (
    select count(*) < 3
    from (
      select from ratings
      where book_id = book
        and user_id >= first_id_of_day(reader, 0)
        and user_id < first_id_of_day(reader, 1)
        and ranked
      limit 3
    ) as of_the_same_day
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.hide_or_show_book()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  vocabulary text[] := search_vocabulary(search_lexemes(old.title || ' ' || old.author));
  words integer[] := array_fill(1, array[cardinality(vocabulary)]);
begin
  insert into counters (name, label, change) values ('books', new.genre, case when new.is_hidden then -1 else 1 end);
  if new.is_hidden then
    delete from book_ranks where book_id = new.id;
    delete from book_views where book_id = new.id;
    delete from book_search where book_id = new.id;
    perform remove_search_words(vocabulary, words);
  else
    insert into book_ranks (book_id, genre, rating, is_rated, average) values (
      new.id, new.genre, bayesian_rating(new.ranked_sum, new.ranked_count), new.ranked_count > 0,
      new.rating_sum::float / greatest(new.rating_count, 1)
    );
    insert into book_views (book_id, genre, views) values (new.id, new.genre, new.views);
    perform index_books(array[new.id]);
    perform add_search_words(vocabulary, words);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.hide_or_show_ratings(reader uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
AS $function$
declare
  hides boolean := exists (select from hidings where user_id = reader);
  has_weight boolean;
begin
  update users set ratings_are_hidden = hides where id = reader and ratings_are_hidden <> hides
  returning users.has_weight into has_weight;
  if not found then
    return;
  end if;
  return query
  with weighed as materialized (
    select book_id, not hides and has_weight and has_room_in_rankings(book_id, reader) as ranked
    from ratings
    where user_id = reader and is_hidden <> hides
  ), changed as (
    update ratings
    set
      is_hidden = hides, ranked = weighed.ranked,
      counted_on = case when weighed.ranked then rated_at::date end
    from weighed
    where ratings.book_id = weighed.book_id and user_id = reader
    returning
      new.book_id, new.stars, old.ranked as was_ranked, new.ranked as is_ranked, old.counted_on as earlier_day,
      new.counted_on as day
  ), subtracted as (
    update book_days set stars = greatest(book_days.stars - changed.stars, 0)
    from changed
    where book_days.book_id = changed.book_id and book_days.day = changed.earlier_day
  ), added as (
    insert into book_days as existing (book_id, day, stars)
    select changed.book_id, changed.day, changed.stars from changed where changed.day is not null
    on conflict (book_id, day) do update set stars = existing.stars + excluded.stars
  )
  update books
  set
    rating_count = rating_count + case when hides then -1 else 1 end,
    rating_sum = rating_sum + case when hides then -changed.stars else changed.stars end,
    ranked_count = ranked_count + is_ranked::int - was_ranked::int,
    ranked_sum = ranked_sum + changed.stars * (is_ranked::int - was_ranked::int)
  from changed
  where books.id = changed.book_id
  returning books.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.increment_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.index_books(ids uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
insert into book_search (book_id, title_key, author_key, lexemes)
select
  id,
  coalesce(nullif(search_key(split_part(title, ' (', 1)), ''), search_key(title)),
  search_key(author),
  search_lexemes(title || ' ' || author)
from books
where id = any(ids)
on conflict (book_id) do update set
  title_key = excluded.title_key, author_key = excluded.author_key, lexemes = excluded.lexemes;
$function$;

CREATE OR REPLACE FUNCTION public.index_deleted_books()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform remove_search_words(array_agg(word), array_agg(count))
  from (
    select word, count(*)::integer as count
    from deleted, unnest(search_vocabulary(search_lexemes(title || ' ' || author))) as word
    where not is_hidden
    group by word
  ) as words;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.index_inserted_books()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform index_books(array(select id from inserted where not is_hidden));
  perform add_search_words(array_agg(word), array_agg(count))
  from (
    select word, count(*)::integer as count
    from inserted join book_search on book_id = id, unnest(search_vocabulary(lexemes)) as word
    group by word
  ) as words;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.index_renamed_book()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before text[] := search_vocabulary(search_lexemes(old.title || ' ' || old.author));
  after text[] := search_vocabulary(search_lexemes(new.title || ' ' || new.author));
  added text[] := array(select unnest(after) except select unnest(before));
  removed text[] := array(select unnest(before) except select unnest(after));
begin
  perform index_books(array[new.id]);
  perform from search_words where word = any(added || removed) and books <= 8 order by word for update;
  perform add_search_words(added, array_fill(1, array[cardinality(added)]));
  perform remove_search_words(removed, array_fill(1, array[cardinality(removed)]));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_words(content jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN searchable(((COALESCE((content ->> 'note'::text), ''::text) || ' '::text) || COALESCE((SELECT string_agg((anchor.value ->> 'exact'::text), ' '::text) AS string_agg FROM jsonb_array_elements((mark_words.content -> 'anchors'::text)) anchor(value)), ''::text)));

CREATE OR REPLACE FUNCTION public.name_skeleton(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT regexp_replace(NORMALIZE(string_agg(COALESCE((confusables() ->> letters.letter), letters.letter), ''::text ORDER BY letters.place), NFD), ' +'::text, ' '::text, 'g'::text) AS regexp_replace FROM regexp_split_to_table(NORMALIZE(NORMALIZE(name_skeleton.name, NFKC), NFD), ''::text) WITH ORDINALITY letters(letter, place) WHERE (letters.letter !~ '[\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u3164\uFE00-\uFE0F\uFFA0\U000E0100-\U000E01EF]'::text));

CREATE OR REPLACE FUNCTION public.page_epub_source(book books)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select md5(json_build_array(
    book.pdf, book.title, book.author, book.subtitle, book.caption, book.language, book.cover, book.series_name,
    book.series_number, book.isbn, book.tags, book.year, book.licence,
    (select username from users where users.id = book.publisher_id and book.pen_name_id is null),
    (
      select json_agg(coalesce(co_authors.name, users.username) order by co_authors.place, co_authors.id)
      from co_authors left join users on users.id = co_authors.user_id
      where co_authors.book_id = book.id and co_authors.state in ('named', 'agreed')
    )
  )::text)
$function$;

CREATE OR REPLACE FUNCTION public.page_key(section bigint, key bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((section << 41) | key);

CREATE OR REPLACE FUNCTION public.page_keys(section bigint, words text)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT array_agg(page_key(page_keys.section, hash.key)) AS array_agg
    FROM (( SELECT split.word,
             lead(split.word) OVER (ORDER BY split.place) AS next
            FROM unnest(string_to_array(btrim(page_keys.words), ' '::text)) WITH ORDINALITY split(word, place)) pair
      CROSS JOIN LATERAL ( VALUES ((hashtextextended(pair.word, (0)::bigint) & (((1)::bigint << 40) - 1))), ((((1)::bigint << 40) | (hashtextextended(((pair.word || ' '::text) || pair.next), (0)::bigint) & (((1 << 18) - 1))::bigint)))) hash(key))
   WHERE (hash.key IS NOT NULL);
END;

CREATE OR REPLACE FUNCTION public.page_section(text_id integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((text_id >> 8))::bigint;

CREATE OR REPLACE FUNCTION public.paper_source(book books, paper papers)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select md5(json_build_array(
    book.pdf, book.title, book.author, book.subtitle, book.language, book.year, book.licence, book.isbn,
    paper.size, paper.opens_right, paper.crop_marks, paper.bleed, 2
  )::text)
$function$;

CREATE OR REPLACE FUNCTION public.rank_ratings_of(reader uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- Ratings lock their account for key share: none is added meanwhile that does not count.
  perform from users where id = reader and not has_weight for update;
  if not found then
    return;
  end if;
  update users set has_weight = true where id = reader;
  perform from books
  where id in (select book_id from ratings where user_id = reader and not ranked and not is_hidden)
  order by id
  for no key update;
  with newly_ranked as (
    update ratings set ranked = true, counted_on = rated_at::date
    where user_id = reader and not ranked and not is_hidden and has_room_in_rankings(book_id, reader)
    returning book_id, stars, counted_on
  ), counted as (
    insert into book_days as existing (book_id, day, stars)
    select book_id, counted_on, stars from newly_ranked
    on conflict (book_id, day) do update set stars = existing.stars + excluded.stars
  )
  update books
  set ranked_count = ranked_count + 1, ranked_sum = ranked_sum + newly_ranked.stars
  from newly_ranked
  where id = newly_ranked.book_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_name_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.typed_skeleton := lower(name_skeleton(new.name));
  new.lower_skeleton := name_skeleton(same_name(new.name));
  perform pg_advisory_xact_lock(hashtextextended('names', 0));
  if exists (
    select from users
    where same_name(username) = same_name(new.name)
      or typed_skeleton = new.typed_skeleton
      or lower_skeleton = new.lower_skeleton
  ) then
    raise unique_violation using message = 'the name is taken', constraint = 'pen_names_by_name';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_pen_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('names', 0));
  if exists (
    select from pen_names
    where same_name(name) = same_name(new.username)
      or typed_skeleton = new.typed_skeleton
      or lower_skeleton = new.lower_skeleton
  ) then
    raise unique_violation using message = 'the name is taken', constraint = 'users_by_username';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_search_words(vocabulary text[], counts integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  rare text[] := array(
    select word from search_words where word = any(vocabulary) and books < 8 + counts[array_position(vocabulary, word)]
    order by word for update
  );
begin
  delete from search_words
  where word = any(rare)
    and not exists (select from book_search where lexemes @@ ('''' || search_words.word || '''')::tsquery);
  with counted as (
    select search_words.word, count
    from search_words join unnest(vocabulary, counts) as removed (word, count) using (word)
    order by word
    for update of search_words skip locked
  )
  update search_words set books = greatest(books - count, 1) from counted where search_words.word = counted.word;
end
$function$;

CREATE OR REPLACE FUNCTION public.rename_publisher()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update books set publisher_name = same_name(new.username) where publisher_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.same_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(NORMALIZE(name, NFKC));

CREATE OR REPLACE FUNCTION public.search_deletions(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT array_agg(DISTINCT (("left"(beginning.start, (i.i - 1)) || substr(beginning.start, (i.i + 1), ((j.j - i.i) - 1))) || substr(beginning.start, (j.j + 1)))) AS array_agg
    FROM ((( SELECT "left"(search_deletions.word, 7) AS start,
             LEAST(length(search_deletions.word), 7) AS n) beginning
      CROSS JOIN LATERAL generate_series(
         CASE
             WHEN ((length(search_deletions.word) < 4) OR (search_deletions.word ~ '\d'::text)) THEN (beginning.n + 1)
             ELSE 1
         END, (beginning.n + 1)) i(i))
      CROSS JOIN LATERAL generate_series((i.i + 1), (beginning.n + 2)) j(j))
   WHERE ((j.j > beginning.n) OR (length(search_deletions.word) > 5));
END;

CREATE OR REPLACE FUNCTION public.search_fold(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(regexp_replace(searchable(words), '[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u0610-\u061a\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]'::text, ''::text, 'g'::text), 'أإآٱىیةؤئک'::text, 'ااااييهويك'::text);

CREATE OR REPLACE FUNCTION public.search_key(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN "left"(array_to_string(search_terms(words), ' '::text), 200);

CREATE OR REPLACE FUNCTION public.search_lexemes(words text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT array_to_tsvector(COALESCE(array_agg(lexemes.lexeme), '{}'::text[])) AS array_to_tsvector
    FROM (( SELECT text.folded,
             search_split(concat_ws(' '::text, text.folded, regexp_replace(text.folded, '[''’‘ʼʹ`´]'::text, ''::text, 'g'::text), regexp_replace(text.folded, '[''’‘ʼʹ`´.‐‑-]'::text, ''::text, 'g'::text))) AS words
            FROM ( SELECT search_fold(search_lexemes.words) AS folded) text) split
      CROSS JOIN LATERAL ( SELECT word.word AS lexeme
            FROM unnest(split.words) word(word)
           WHERE (word.word !~ (('^['::text || search_unspaced()) || ']'::text))
         UNION ALL
          SELECT unnest((search_pairs(run.run) || string_to_array(run.run, NULL::text))) AS unnest
            FROM unnest(split.words) run(run)
           WHERE (run.run ~ (('^['::text || search_unspaced()) || ']'::text))
         UNION ALL
          SELECT unnest(search_symbols(split.folded)) AS unnest) lexemes);
END;

CREATE OR REPLACE FUNCTION public.search_pairs(run text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT COALESCE(array_agg(DISTINCT substr(search_pairs.run, i.i, 2)), '{}'::text[]) AS "coalesce"
    FROM generate_series(1, GREATEST((length(search_pairs.run) - 1), 1)) i(i);
END;

CREATE OR REPLACE FUNCTION public.search_separators()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN '\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u02ff\u0589\u05be\u05c0\u05c3\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u303d\u30fb\ufe10-\ufe6f\uff00-\uff0f\ue000-\uf8ff\U0001f000-\U0001faff'::text;

CREATE OR REPLACE FUNCTION public.search_split(folded text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT COALESCE(array_agg("left"(split.word, 64) ORDER BY split.place), '{}'::text[]) AS "coalesce"
    FROM unnest(string_to_array(regexp_replace(regexp_replace(search_split.folded, (('['::text || search_separators()) || ']+'::text), ' '::text, 'g'::text), (('(['::text || search_unspaced()) || ']+)'::text), ' \1 '::text, 'g'::text), ' '::text)) WITH ORDINALITY split(word, place)
   WHERE (split.word <> ''::text);
END;

CREATE OR REPLACE FUNCTION public.search_symbols(folded text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN string_to_array(regexp_replace(folded, (('[^'::text || search_separators()) || ']|\s'::text), ''::text, 'g'::text), NULL::text);

CREATE OR REPLACE FUNCTION public.search_terms(words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN search_split(regexp_replace(search_fold(words), '[''’‘ʼʹ`´]'::text, ''::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.search_unspaced()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN '\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff'::text;

CREATE OR REPLACE FUNCTION public.search_vocabulary(lexemes tsvector)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT COALESCE(array_agg(word.word), '{}'::text[]) AS "coalesce"
    FROM unnest(tsvector_to_array(search_vocabulary.lexemes)) word(word)
   WHERE (word.word !~ ((('^['::text || search_unspaced()) || search_separators()) || ']'::text));
END;

CREATE OR REPLACE FUNCTION public.searchable(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(lower(unaccent('unaccent'::regdictionary, NORMALIZE(words, NFKC))), 'ς'::text, 'σ'::text);

CREATE OR REPLACE FUNCTION public.set_facets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.facets := facets_of(new.genre, new.language, new.licence, new.age, new.access, new.tags);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_featured_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.featured_at := case when new.is_featured then clock_timestamp() end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_name_skeletons()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.typed_skeleton := lower(name_skeleton(new.username));
  new.lower_skeleton := name_skeleton(same_name(new.username));
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_publisher_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.publisher_name := (select same_name(username) from users where id = new.publisher_id);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_search_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.search_text := searchable(new.title || ' ' || new.author);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.subtract_deleted_ratings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update books
  set
    rating_count = books.rating_count - totals.count,
    rating_sum = books.rating_sum - totals.sum,
    ranked_count = books.ranked_count - totals.ranked_count,
    ranked_sum = books.ranked_sum - totals.ranked_sum
  from (
    select
      book_id,
      count(*)::int as count,
      sum(stars)::int as sum,
      (count(*) filter (where deleted.ranked))::int as ranked_count,
      coalesce(sum(stars) filter (where deleted.ranked), 0)::int as ranked_sum
    from deleted
    where not is_hidden
    group by book_id
  ) totals
  where books.id = totals.book_id;
  update book_days
  set stars = greatest(book_days.stars - totals.sum, 0)
  from (
    select book_id, counted_on, sum(stars)::int as sum
    from deleted
    where counted_on is not null
    group by book_id, counted_on
  ) totals
  where book_days.book_id = totals.book_id and day = totals.counted_on;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.tag_key(tag text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN "left"(btrim(regexp_replace(lower((NORMALIZE(tag, NFKC) COLLATE pg_unicode_fast)), '\s+'::text, ' '::text, 'g'::text)), 40);

CREATE OR REPLACE FUNCTION public.update_book_rank()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update book_ranks
  set
    rating = bayesian_rating(new.ranked_sum, new.ranked_count),
    is_rated = new.ranked_count > 0,
    average = new.rating_sum::float / greatest(new.rating_count, 1)
  where book_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.update_book_views()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update book_views set views = new.views where book_id = new.id;
  return null;
end
$function$;

create table api_tokens (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  name text not null,
  scopes text[] not null,
  token_hash bytea not null,
  key_hash bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  network text not null default ''::text,
  constraint api_tokens_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  constraint api_tokens_key_hash_key UNIQUE (key_hash),
  constraint api_tokens_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint api_tokens_pkey PRIMARY KEY (id),
  constraint api_tokens_scopes_check CHECK (((cardinality(scopes) > 0) AND (scopes <@ '{feeds,sync,read,write}'::text[]))),
  constraint api_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint api_tokens_token_hash_key UNIQUE (token_hash),
  constraint api_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX api_tokens_by_user ON public.api_tokens USING btree (user_id);

create table app_downloads (
  day date not null,
  count integer not null,
  constraint app_downloads_count_check CHECK ((count > 0)),
  constraint app_downloads_pkey PRIMARY KEY (day)
);

create table app_faults (
  id boolean not null default true,
  fault text not null,
  failed_at timestamp with time zone not null default now(),
  constraint app_faults_id_check CHECK (id),
  constraint app_faults_pkey PRIMARY KEY (id)
);

create table app_icons (
  name text not null,
  density text not null,
  png bytea not null,
  constraint app_icons_pkey PRIMARY KEY (name, density)
);

create table app_keys (
  source text not null,
  private_key bytea not null,
  key_id integer not null,
  certificate bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint app_keys_key_id_fkey FOREIGN KEY (key_id) REFERENCES file_keys(id),
  constraint app_keys_pkey PRIMARY KEY (source),
  constraint app_keys_source_check CHECK ((source = ANY (ARRAY['made'::text, 'brought'::text])))
);

create table app_packages (
  version_code integer not null,
  made_from text not null,
  package_id text not null,
  apk bytea not null,
  sha256 text not null,
  certificate_sha256 text not null,
  made_at timestamp with time zone not null default now(),
  constraint app_packages_pkey PRIMARY KEY (version_code)
);

create table audit_log (
  id uuid not null default uuidv7(),
  admin_id uuid,
  admin_name text not null,
  action text not null,
  subject text not null,
  subject_name text not null default ''::text,
  before jsonb,
  after jsonb,
  at timestamp with time zone not null default now(),
  constraint audit_log_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint audit_log_pkey PRIMARY KEY (id)
);

CREATE INDEX audit_log_by_admin ON public.audit_log USING btree (admin_id);

CREATE INDEX audit_log_by_kind ON public.audit_log USING btree (split_part(subject, ' '::text, 1), id);

CREATE INDEX audit_log_by_subject ON public.audit_log USING btree (subject, id);

CREATE INDEX audit_log_by_words ON public.audit_log USING gin (lower(admin_name) gin_trgm_ops, lower(subject_name) gin_trgm_ops);

create table backups (
  id bigint not null generated always as identity,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  snapshot text,
  total_rows bigint,
  files integer,
  bytes bigint,
  is_encrypted boolean,
  fault text,
  told_at timestamp with time zone,
  constraint backups_pkey PRIMARY KEY (id)
);

CREATE INDEX backups_by_time ON public.backups USING btree (started_at DESC);

create table blocks (
  user_id uuid not null,
  blocked_id uuid not null,
  blocked_at timestamp with time zone not null,
  constraint blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint blocks_check CHECK ((user_id <> blocked_id)),
  constraint blocks_pkey PRIMARY KEY (user_id, blocked_id),
  constraint blocks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX blocks_by_blocked ON public.blocks USING btree (blocked_id);

create table book_days (
  book_id uuid not null,
  day date not null,
  views integer not null default 0,
  ratings integer not null default 0,
  stars integer not null default 0,
  opened integer not null default 0,
  readers integer not null default 0,
  finished integer not null default 0,
  downloads integer not null default 0,
  rated integer not null default 0,
  rated_stars integer not null default 0,
  constraint book_days_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint book_days_pkey PRIMARY KEY (book_id, day)
);

CREATE INDEX book_days_by_day ON public.book_days USING btree (day);

create table book_digests (
  book_id uuid not null,
  version integer not null,
  pdf text not null,
  content_md5 text,
  name_md5 text,
  page_count integer not null,
  spine integer[] not null default '{}'::integer[],
  first_pages integer[] not null default '{}'::integer[],
  name_md5s text[] not null default '{}'::text[],
  constraint book_digests_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint book_digests_check CHECK ((cardinality(spine) = cardinality(first_pages))),
  constraint book_digests_content_md5_check CHECK ((content_md5 ~ '^[0-9a-f]{32}$'::text)),
  constraint book_digests_name_md5_check CHECK ((name_md5 ~ '^[0-9a-f]{32}$'::text)),
  constraint book_digests_name_md5s_check CHECK (((cardinality(name_md5s) <= 100) AND (array_to_string(name_md5s, ' '::text) ~ '^([0-9a-f]{32}( |$))*$'::text))),
  constraint book_digests_page_count_check CHECK ((page_count >= 1)),
  constraint book_digests_pkey PRIMARY KEY (book_id, version),
  constraint book_digests_version_check CHECK ((version >= 1))
);

CREATE INDEX book_digests_by_content ON public.book_digests USING btree (content_md5);

CREATE INDEX book_digests_by_name ON public.book_digests USING btree (name_md5);

CREATE INDEX book_digests_by_names ON public.book_digests USING gin (name_md5s) WITH (fastupdate=off);

create table book_ranks (
  book_id uuid not null,
  genre text not null,
  rating double precision not null,
  is_rated boolean not null,
  average double precision not null,
  constraint book_ranks_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint book_ranks_pkey PRIMARY KEY (book_id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=500, autovacuum_vacuum_insert_scale_factor=0);

CREATE INDEX book_ranks_by_average ON public.book_ranks USING btree (average DESC, book_id DESC) INCLUDE (genre);

CREATE INDEX book_ranks_by_genre ON public.book_ranks USING btree (genre, rating DESC, book_id DESC);

CREATE INDEX book_ranks_by_rating ON public.book_ranks USING btree (rating DESC, book_id DESC);

CREATE INDEX book_ranks_rated ON public.book_ranks USING btree (rating DESC, book_id DESC) WHERE is_rated;

create table book_reach (
  book_id uuid not null,
  looked_at timestamp with time zone not null,
  taken_at timestamp with time zone,
  furthest integer[],
  constraint book_reach_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint book_reach_check CHECK (((taken_at IS NULL) = (furthest IS NULL))),
  constraint book_reach_furthest_check CHECK ((cardinality(furthest) = 20)),
  constraint book_reach_pkey PRIMARY KEY (book_id)
);

create table book_search (
  book_id uuid not null,
  title_key text not null,
  author_key text not null,
  lexemes tsvector not null,
  constraint book_search_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint book_search_pkey PRIMARY KEY (book_id)
);

CREATE INDEX book_search_by_lexemes ON public.book_search USING gin (lexemes) WITH (fastupdate=off);

CREATE INDEX book_search_by_title ON public.book_search USING btree (title_key);

create table book_sources (
  book_id uuid not null,
  month date not null,
  host text not null,
  count integer not null,
  constraint book_sources_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint book_sources_host_check CHECK ((char_length(host) <= 253)),
  constraint book_sources_pkey PRIMARY KEY (book_id, month, host)
);

create table book_texts (
  id integer not null generated always as identity,
  book_id uuid,
  pdf text not null,
  pages integer not null default 0,
  text_pages integer not null default 0,
  characters integer not null default 0,
  is_read boolean not null default false,
  claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  view_is_made boolean not null default false,
  view_claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  view_measure jsonb,
  has_view boolean not null default false,
  accessibility_claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  edition_version integer not null default 0,
  edition_claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  text_version integer not null default 0,
  reread_claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  contents jsonb,
  constraint book_texts_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE SET NULL,
  constraint book_texts_book_id_key UNIQUE (book_id),
  constraint book_texts_pkey PRIMARY KEY (id)
);

CREATE INDEX book_texts_by_edition ON public.book_texts USING btree (edition_version, id) WHERE (book_id IS NOT NULL);

CREATE INDEX book_texts_by_version ON public.book_texts USING btree (text_version, id) WHERE ((book_id IS NOT NULL) AND is_read);

CREATE INDEX book_texts_to_delete ON public.book_texts USING btree (id) WHERE (book_id IS NULL);

CREATE INDEX book_texts_to_read ON public.book_texts USING btree (id) WHERE (NOT is_read);

CREATE INDEX book_texts_without_view ON public.book_texts USING btree (id) WHERE (NOT view_is_made);

create table book_versions (
  book_id uuid not null,
  number integer not null,
  pdf text not null,
  pdf_name text not null,
  pdf_bytes integer not null,
  format text not null,
  page_count integer not null,
  accessibility jsonb,
  note text,
  created_at timestamp with time zone not null,
  manuscript_name text,
  manuscript_bytes integer,
  constraint book_versions_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint book_versions_manuscript_bytes_check CHECK ((manuscript_bytes > 0)),
  constraint book_versions_manuscript_check CHECK (((manuscript_name IS NULL) = (manuscript_bytes IS NULL))),
  constraint book_versions_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 500))),
  constraint book_versions_number_check CHECK ((number >= 1)),
  constraint book_versions_page_count_check CHECK ((page_count >= 1)),
  constraint book_versions_pdf_bytes_check CHECK ((pdf_bytes > 0)),
  constraint book_versions_pkey PRIMARY KEY (book_id, number)
);

CREATE INDEX book_versions_by_pdf ON public.book_versions USING btree (pdf);

create table book_views (
  book_id uuid not null,
  genre text not null,
  views integer not null,
  constraint book_views_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint book_views_pkey PRIMARY KEY (book_id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=500, autovacuum_vacuum_insert_scale_factor=0);

CREATE INDEX book_views_by_genre ON public.book_views USING btree (genre, views DESC, book_id DESC);

CREATE INDEX book_views_by_views ON public.book_views USING btree (views DESC, book_id DESC);

create table books (
  id uuid not null default uuidv7(),
  publisher_id uuid,
  title text not null,
  author text not null,
  caption text not null,
  genre text not null,
  cover text not null,
  cover_color text not null,
  pdf text not null,
  pdf_name text not null,
  pdf_bytes integer not null,
  page_count integer not null,
  is_premium boolean not null default false,
  premium_until timestamp with time zone,
  is_featured boolean not null default false,
  views integer not null default 0,
  comment_count integer not null default 0,
  rating_count integer not null default 0,
  rating_sum integer not null default 0,
  ranked_count integer not null default 0,
  ranked_sum integer not null default 0,
  created_at timestamp with time zone not null default now(),
  search_text text not null default ''::text,
  version integer not null default 1,
  cover_seed integer,
  cover_mounted boolean not null default false,
  publisher_name text,
  featured_at timestamp with time zone,
  is_hidden boolean not null default false,
  comment_rule text not null default 'open'::text,
  format text not null default 'pdf'::text,
  accessibility jsonb,
  access text[] not null default '{}'::text[],
  state text not null default 'published'::text,
  publish_at timestamp with time zone,
  published_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  subtitle text,
  language text,
  year smallint,
  isbn text,
  tags text[] not null default '{}'::text[],
  licence text,
  content_notes text,
  age smallint,
  series_id uuid,
  series_name text,
  series_number double precision,
  facets text[] not null default '{}'::text[],
  pen_name_id uuid,
  manuscript_name text,
  manuscript_bytes integer,
  downloads text,
  name_was_told boolean not null default false,
  constraint books_age_check CHECK ((age = ANY (ARRAY[13, 16, 18]))),
  constraint books_author_check CHECK (((char_length(author) <= 100) AND ((author <> ''::text) OR (state = 'draft'::text)))),
  constraint books_caption_check CHECK (((char_length(caption) <= 5000) AND ((caption <> ''::text) OR (state = 'draft'::text)))),
  constraint books_check CHECK (((rating_sum >= rating_count) AND (rating_sum <= (5 * rating_count)))),
  constraint books_check1 CHECK (((ranked_count >= 0) AND (ranked_count <= rating_count))),
  constraint books_check2 CHECK (((ranked_sum >= ranked_count) AND (ranked_sum <= (5 * ranked_count)))),
  constraint books_check3 CHECK ((is_premium OR (premium_until IS NULL))),
  constraint books_comment_count_check CHECK ((comment_count >= 0)),
  constraint books_comment_rule_check CHECK ((comment_rule = ANY (ARRAY['open'::text, 'no-links'::text, 'closed'::text]))),
  constraint books_content_notes_check CHECK (((char_length(content_notes) >= 1) AND (char_length(content_notes) <= 500))),
  constraint books_cover_color_check CHECK ((cover_color ~ '^#[0-9a-f]{6}$'::text)),
  constraint books_cover_seed_check CHECK ((cover_seed >= 0)),
  constraint books_downloads_check CHECK ((downloads = ANY (ARRAY['none'::text, 'with-epub'::text]))),
  constraint books_featured_at CHECK ((is_featured = (featured_at IS NOT NULL))),
  constraint books_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'epub'::text]))),
  constraint books_format_of_file CHECK (starts_with(pdf, (format || '/'::text))),
  constraint books_genre_check CHECK (((genre <> ''::text) OR (state = 'draft'::text))),
  constraint books_isbn_check CHECK ((isbn ~ '^97[89]\d{10}$'::text)),
  constraint books_language_check CHECK (((char_length(language) >= 2) AND (char_length(language) <= 35))),
  constraint books_licence_check CHECK ((licence = ANY (ARRAY['all-rights-reserved'::text, 'cc0'::text, 'cc-by'::text, 'cc-by-sa'::text, 'cc-by-nc'::text, 'cc-by-nc-sa'::text, 'cc-by-nd'::text, 'cc-by-nc-nd'::text]))),
  constraint books_manuscript_bytes_check CHECK ((manuscript_bytes > 0)),
  constraint books_manuscript_check CHECK (((manuscript_name IS NULL) = (manuscript_bytes IS NULL))),
  constraint books_number_in_series CHECK (((series_number IS NULL) OR (series_id IS NOT NULL))),
  constraint books_page_count_check CHECK ((page_count > 0)),
  constraint books_pdf_bytes_check CHECK ((pdf_bytes > 0)),
  constraint books_pdf_key UNIQUE (pdf),
  constraint books_pen_name_id_fkey FOREIGN KEY (pen_name_id) REFERENCES pen_names(id) ON DELETE SET NULL,
  constraint books_pkey PRIMARY KEY (id),
  constraint books_planned CHECK (((state = 'planned'::text) = (publish_at IS NOT NULL))),
  constraint books_publisher_id_fkey FOREIGN KEY (publisher_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint books_rating_count_check CHECK ((rating_count >= 0)),
  constraint books_series CHECK (((series_id IS NULL) = (series_name IS NULL))),
  constraint books_series_name_check CHECK (((char_length(series_name) >= 1) AND (char_length(series_name) <= 200))),
  constraint books_series_number_check CHECK (((series_number >= (0)::double precision) AND (series_number <= (9999)::double precision))),
  constraint books_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'planned'::text, 'published'::text, 'withdrawn'::text]))),
  constraint books_subtitle_check CHECK (((char_length(subtitle) >= 1) AND (char_length(subtitle) <= 200))),
  constraint books_tags_check CHECK ((cardinality(tags) <= 10)),
  constraint books_title_check CHECK (((char_length(title) <= 200) AND ((title <> ''::text) OR (state = 'draft'::text)))),
  constraint books_withdrawn CHECK (((state = 'withdrawn'::text) = (withdrawn_at IS NOT NULL))),
  constraint books_year_check CHECK (((year >= 1) AND (year <= 9999)))
) with (fillfactor=85, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=500, autovacuum_vacuum_insert_scale_factor=0);

CREATE INDEX books_by_age ON public.books USING btree (created_at DESC, id DESC) WHERE (NOT is_hidden);

CREATE INDEX books_by_age_with_facets ON public.books USING btree (created_at DESC, id DESC) INCLUDE (facets) WHERE (NOT is_hidden);

CREATE INDEX books_by_author ON public.books USING btree (author, title, id) INCLUDE (genre) WHERE (NOT is_hidden);

CREATE INDEX books_by_author_name ON public.books USING btree (same_name(author), created_at DESC, id DESC) INCLUDE (author, publisher_name, pen_name_id, series_id) WHERE (NOT is_hidden);

CREATE INDEX books_by_caption_words ON public.books USING gin (to_tsvector('simple'::regconfig, searchable(caption)));

CREATE INDEX books_by_cover ON public.books USING btree (cover);

CREATE INDEX books_by_facets ON public.books USING gin (facets) WITH (fastupdate=off) WHERE (NOT is_hidden);

CREATE INDEX books_by_genre ON public.books USING btree (genre, created_at DESC, id DESC) WHERE (NOT is_hidden);

CREATE INDEX books_by_genre_and_title ON public.books USING btree (genre, title, id) WHERE (NOT is_hidden);

CREATE INDEX books_by_hidden_cover ON public.books USING btree (cover) WHERE is_hidden;

CREATE INDEX books_by_pen_name ON public.books USING btree (pen_name_id) WHERE (pen_name_id IS NOT NULL);

CREATE INDEX books_by_publisher ON public.books USING btree (publisher_id, created_at DESC);

CREATE INDEX books_by_publisher_name ON public.books USING btree (publisher_name, title, id) INCLUDE (genre) WHERE (NOT is_hidden);

CREATE INDEX books_by_series ON public.books USING btree (series_id, series_number, created_at, id) WHERE (series_id IS NOT NULL);

CREATE INDEX books_by_series_name ON public.books USING btree (series_name, series_id) WHERE ((series_id IS NOT NULL) AND (NOT is_hidden));

CREATE INDEX books_by_title ON public.books USING btree (title, id) WHERE (NOT is_hidden);

CREATE INDEX books_featured ON public.books USING btree (featured_at DESC, id DESC) WHERE is_featured;

CREATE INDEX books_hidden ON public.books USING btree (created_at DESC, id DESC) WHERE is_hidden;

CREATE INDEX books_planned ON public.books USING btree (publish_at) WHERE (state = 'planned'::text);

CREATE INDEX books_premium ON public.books USING btree (created_at DESC, id DESC) WHERE is_premium;

CREATE INDEX books_with_page_epub ON public.books USING btree (id) WHERE (downloads = 'with-epub'::text);

CREATE INDEX books_withdrawn ON public.books USING btree (withdrawn_at) WHERE (state = 'withdrawn'::text);

CREATE INDEX books_without_accessibility ON public.books USING btree (id) WHERE ((format = 'pdf'::text) AND (accessibility IS NULL));

CREATE TRIGGER ask_for_digests AFTER INSERT ON public.books FOR EACH ROW EXECUTE FUNCTION ask_for_digests();

CREATE TRIGGER ask_for_new_digests AFTER UPDATE OF pdf, title, author, state ON public.books FOR EACH ROW WHEN (((old.pdf <> new.pdf) OR (old.title <> new.title) OR (old.author <> new.author) OR (old.state <> new.state))) EXECUTE FUNCTION ask_for_digests();

CREATE TRIGGER books_increment_version BEFORE UPDATE OF title, author, caption, genre, cover, pdf, pdf_name, is_premium, premium_until, is_featured, subtitle, language, year, isbn, tags, licence, content_notes, age, downloads, series_id, series_name, series_number ON public.books FOR EACH ROW WHEN (((((((((((((((((((((((old.title IS DISTINCT FROM new.title) OR (old.author IS DISTINCT FROM new.author)) OR (old.caption IS DISTINCT FROM new.caption)) OR (old.genre IS DISTINCT FROM new.genre)) OR (old.cover IS DISTINCT FROM new.cover)) OR (old.pdf IS DISTINCT FROM new.pdf)) OR (old.pdf_name IS DISTINCT FROM new.pdf_name)) OR (old.is_premium IS DISTINCT FROM new.is_premium)) OR (old.premium_until IS DISTINCT FROM new.premium_until)) OR (old.is_featured IS DISTINCT FROM new.is_featured)) OR (old.subtitle IS DISTINCT FROM new.subtitle)) OR (old.language IS DISTINCT FROM new.language)) OR (old.year IS DISTINCT FROM new.year)) OR (old.isbn IS DISTINCT FROM new.isbn)) OR (old.tags IS DISTINCT FROM new.tags)) OR (old.licence IS DISTINCT FROM new.licence)) OR (old.content_notes IS DISTINCT FROM new.content_notes)) OR (old.age IS DISTINCT FROM new.age)) OR (old.downloads IS DISTINCT FROM new.downloads)) OR (old.series_id IS DISTINCT FROM new.series_id)) OR (old.series_name IS DISTINCT FROM new.series_name)) OR (old.series_number IS DISTINCT FROM new.series_number))) EXECUTE FUNCTION increment_version();

CREATE TRIGGER books_publisher_name BEFORE INSERT OR UPDATE OF publisher_id ON public.books FOR EACH ROW EXECUTE FUNCTION set_publisher_name();

CREATE TRIGGER books_set_facets BEFORE INSERT OR UPDATE OF genre, language, licence, age, access, tags ON public.books FOR EACH ROW EXECUTE FUNCTION set_facets();

CREATE TRIGGER books_set_featured_at BEFORE INSERT OR UPDATE OF is_featured ON public.books FOR EACH ROW WHEN ((new.is_featured <> (new.featured_at IS NOT NULL))) EXECUTE FUNCTION set_featured_at();

CREATE TRIGGER books_set_search_text BEFORE INSERT OR UPDATE OF title, author ON public.books FOR EACH ROW EXECUTE FUNCTION set_search_text();

CREATE TRIGGER change_book_genre AFTER UPDATE OF genre ON public.books FOR EACH ROW WHEN (((old.genre <> new.genre) AND (NOT new.is_hidden))) EXECUTE FUNCTION change_book_genre();

CREATE TRIGGER count_changed_facets AFTER UPDATE OF genre, language, licence, age, access, tags, is_hidden ON public.books FOR EACH ROW WHEN (((old.facets <> new.facets) OR (old.is_hidden <> new.is_hidden))) EXECUTE FUNCTION count_changed_facets();

CREATE TRIGGER count_deleted_books AFTER DELETE ON public.books REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_books();

CREATE TRIGGER count_deleted_facets AFTER DELETE ON public.books REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_facets();

CREATE TRIGGER count_inserted_books AFTER INSERT ON public.books REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_books();

CREATE TRIGGER count_inserted_facets AFTER INSERT ON public.books REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_facets();

CREATE TRIGGER hide_or_show_book AFTER UPDATE OF is_hidden ON public.books FOR EACH ROW WHEN ((old.is_hidden <> new.is_hidden)) EXECUTE FUNCTION hide_or_show_book();

CREATE TRIGGER index_deleted_books AFTER DELETE ON public.books REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION index_deleted_books();

CREATE TRIGGER index_inserted_books AFTER INSERT ON public.books REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION index_inserted_books();

CREATE TRIGGER index_renamed_book AFTER UPDATE OF title, author ON public.books FOR EACH ROW WHEN ((((old.title IS DISTINCT FROM new.title) OR (old.author IS DISTINCT FROM new.author)) AND (NOT new.is_hidden))) EXECUTE FUNCTION index_renamed_book();

CREATE TRIGGER update_book_rank AFTER UPDATE OF rating_sum, rating_count, ranked_sum, ranked_count ON public.books FOR EACH ROW WHEN (((((old.rating_sum IS DISTINCT FROM new.rating_sum) OR (old.rating_count IS DISTINCT FROM new.rating_count)) OR (old.ranked_sum IS DISTINCT FROM new.ranked_sum)) OR (old.ranked_count IS DISTINCT FROM new.ranked_count))) EXECUTE FUNCTION update_book_rank();

CREATE TRIGGER update_book_views AFTER UPDATE OF views ON public.books FOR EACH ROW WHEN ((old.views <> new.views)) EXECUTE FUNCTION update_book_views();

create table books_to_digest (
  book_id uuid not null,
  changes integer not null default 1,
  constraint books_to_digest_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint books_to_digest_pkey PRIMARY KEY (book_id)
);

create table cache_batches (
  slot integer not null,
  version bigint not null,
  batch jsonb not null,
  constraint cache_batches_pkey PRIMARY KEY (slot)
) with (fillfactor=50);

create table cache_state (
  id boolean not null default true,
  version bigint not null default 0,
  constraint cache_state_id_check CHECK (id),
  constraint cache_state_pkey PRIMARY KEY (id)
) with (fillfactor=10);

create table chapters (
  id uuid not null default uuidv7(),
  book_id uuid not null,
  title text not null,
  pdf text,
  pdf_bytes integer,
  page_count integer,
  manuscript_name text,
  manuscript_bytes integer,
  findings text[] not null default '{}'::text[],
  created_at timestamp with time zone not null,
  coming_at timestamp with time zone,
  failure text,
  version integer,
  added_at timestamp with time zone,
  constraint chapters_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint chapters_check CHECK (((pdf IS NULL) = (added_at IS NOT NULL))),
  constraint chapters_check1 CHECK (((version IS NULL) = (added_at IS NULL))),
  constraint chapters_check2 CHECK ((num_nulls(pdf, pdf_bytes, page_count, manuscript_name, manuscript_bytes) = ANY (ARRAY[0, 5]))),
  constraint chapters_check3 CHECK (((coming_at IS NULL) OR (added_at IS NULL))),
  constraint chapters_check4 CHECK (((failure IS NULL) OR (coming_at IS NOT NULL))),
  constraint chapters_manuscript_bytes_check CHECK ((manuscript_bytes > 0)),
  constraint chapters_page_count_check CHECK ((page_count >= 1)),
  constraint chapters_pdf_bytes_check CHECK ((pdf_bytes > 0)),
  constraint chapters_pkey PRIMARY KEY (id),
  constraint chapters_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200))),
  constraint chapters_version_check CHECK ((version >= 2))
);

CREATE INDEX chapters_by_book ON public.chapters USING btree (book_id);

CREATE INDEX chapters_by_pdf ON public.chapters USING btree (pdf) WHERE (pdf IS NOT NULL);

CREATE INDEX chapters_due ON public.chapters USING btree (coming_at) WHERE (coming_at IS NOT NULL);

create table co_authors (
  id uuid not null default uuidv7(),
  book_id uuid not null,
  place integer not null,
  name text,
  user_id uuid,
  state text not null,
  asked_at timestamp with time zone,
  answered_at timestamp with time zone,
  is_dismissed boolean not null default false,
  constraint co_authors_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint co_authors_book_id_user_id_key UNIQUE (book_id, user_id),
  constraint co_authors_check CHECK (((state = 'named'::text) = (name IS NOT NULL))),
  constraint co_authors_check1 CHECK (((state = 'named'::text) = (user_id IS NULL))),
  constraint co_authors_check2 CHECK (((state = 'named'::text) = (asked_at IS NULL))),
  constraint co_authors_check3 CHECK (((state = ANY (ARRAY['agreed'::text, 'declined'::text])) = (answered_at IS NOT NULL))),
  constraint co_authors_check4 CHECK (((NOT is_dismissed) OR (state = 'declined'::text))),
  constraint co_authors_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint co_authors_pkey PRIMARY KEY (id),
  constraint co_authors_state_check CHECK ((state = ANY (ARRAY['named'::text, 'asked'::text, 'agreed'::text, 'declined'::text]))),
  constraint co_authors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX co_authors_by_name ON public.co_authors USING btree (same_name(name), id DESC) WHERE (name IS NOT NULL);

CREATE UNIQUE INDEX co_authors_by_name_of_book ON public.co_authors USING btree (book_id, same_name(name)) WHERE (name IS NOT NULL);

CREATE INDEX co_authors_by_user ON public.co_authors USING btree (user_id, id DESC) WHERE (user_id IS NOT NULL);

CREATE TRIGGER ask_for_digests_of_co_authors AFTER INSERT OR DELETE OR UPDATE OF state, name ON public.co_authors FOR EACH ROW EXECUTE FUNCTION ask_for_digests_of_co_authors();

create table comments (
  id uuid not null default uuidv7(),
  book_id uuid not null,
  user_id uuid,
  text text not null,
  created_at timestamp with time zone not null default now(),
  is_hidden boolean not null default false,
  page integer,
  cfi text,
  quote text,
  file_version integer not null default 1,
  is_lost boolean not null default false,
  constraint comments_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint comments_cfi_check CHECK ((char_length(cfi) <= 1000)),
  constraint comments_file_version_check CHECK ((file_version >= 1)),
  constraint comments_page_check CHECK ((page >= 1)),
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_place_check CHECK ((((page IS NULL) = (quote IS NULL)) AND ((cfi IS NULL) OR (page IS NOT NULL)))),
  constraint comments_quote_check CHECK (((char_length(quote) >= 1) AND (char_length(quote) <= 300))),
  constraint comments_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 2000))),
  constraint comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

CREATE INDEX comments_by_book ON public.comments USING btree (book_id, id) WHERE (NOT is_hidden);

CREATE INDEX comments_by_day ON public.comments USING btree (book_id, created_at);

CREATE INDEX comments_by_place ON public.comments USING btree (book_id, id) WHERE ((page IS NOT NULL) AND (NOT is_hidden));

CREATE INDEX comments_by_user ON public.comments USING btree (user_id);

CREATE TRIGGER count_hidden_comments AFTER UPDATE ON public.comments REFERENCING OLD TABLE AS changed_before NEW TABLE AS changed_after FOR EACH STATEMENT EXECUTE FUNCTION count_hidden_comments();

create table copyright_notices (
  id uuid not null default uuidv7(),
  case_id uuid not null,
  round integer not null,
  work text not null,
  place text not null,
  name text not null,
  email text not null,
  address text not null,
  signature text not null,
  at timestamp with time zone not null,
  court_words text,
  court_at timestamp with time zone,
  language text,
  constraint copyright_notices_case_id_fkey FOREIGN KEY (case_id) REFERENCES report_cases(id) ON DELETE CASCADE,
  constraint copyright_notices_check CHECK (((court_words IS NULL) = (court_at IS NULL))),
  constraint copyright_notices_language_check CHECK (((language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text) AND (char_length(language) <= 35))),
  constraint copyright_notices_pkey PRIMARY KEY (id)
);

CREATE INDEX copyright_notices_by_case ON public.copyright_notices USING btree (case_id, round);

create table counter_notices (
  id uuid not null default uuidv7(),
  case_id uuid not null,
  round integer not null,
  user_id uuid,
  words text not null,
  name text not null,
  email text not null,
  address text not null,
  signature text not null,
  at timestamp with time zone not null,
  constraint counter_notices_case_id_fkey FOREIGN KEY (case_id) REFERENCES report_cases(id) ON DELETE CASCADE,
  constraint counter_notices_case_id_round_key UNIQUE (case_id, round),
  constraint counter_notices_pkey PRIMARY KEY (id),
  constraint counter_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

CREATE INDEX counter_notices_by_user ON public.counter_notices USING btree (user_id);

create table counters (
  name text not null,
  label text not null default ''::text,
  change integer not null
);

CREATE INDEX counters_by_name ON public.counters USING btree (name, label) INCLUDE (change);

create table daily_totals (
  day date not null,
  users integer not null,
  readers integer not null,
  authors integer not null,
  verified integer not null,
  books integer not null,
  premium integer not null,
  constraint daily_totals_pkey PRIMARY KEY (day)
);

create table device_addresses (
  user_id uuid not null,
  address text,
  requested_at timestamp with time zone not null,
  is_confirmed boolean not null default false,
  is_refused boolean not null default false,
  code_hash bytea,
  code_ends_at timestamp with time zone,
  wrong_codes integer not null default 0,
  confirmed_at timestamp with time zone,
  constraint device_addresses_address_check CHECK (((char_length(address) >= 3) AND (char_length(address) <= 254))),
  constraint device_addresses_check CHECK (((address IS NOT NULL) OR (NOT is_confirmed))),
  constraint device_addresses_check1 CHECK (((confirmed_at IS NOT NULL) OR (NOT is_confirmed))),
  constraint device_addresses_pkey PRIMARY KEY (user_id),
  constraint device_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint device_addresses_wrong_codes_check CHECK ((wrong_codes >= 0))
);

create table device_books (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  book_id uuid not null,
  asked_at timestamp with time zone not null,
  state text not null default 'waiting'::text,
  reason text,
  ended_at timestamp with time zone,
  constraint device_books_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint device_books_check CHECK (((state = 'waiting'::text) = (ended_at IS NULL))),
  constraint device_books_check1 CHECK (((state = 'refused'::text) = (reason IS NOT NULL))),
  constraint device_books_pkey PRIMARY KEY (id),
  constraint device_books_reason_check CHECK ((reason = ANY (ARRAY['stopped'::text, 'no-address'::text, 'not-offered'::text, 'too-large'::text, 'too-large-for-server'::text, 'rejected'::text, 'no-answer'::text]))),
  constraint device_books_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'unknown'::text, 'refused'::text]))),
  constraint device_books_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX device_books_by_book ON public.device_books USING btree (book_id);

CREATE INDEX device_books_by_time ON public.device_books USING btree (asked_at);

CREATE INDEX device_books_by_user ON public.device_books USING btree (user_id, id);

CREATE UNIQUE INDEX device_books_waiting ON public.device_books USING btree (user_id, book_id) WHERE (state = 'waiting'::text);

create table device_positions (
  user_id uuid not null,
  book_id uuid not null,
  device_id uuid not null,
  device_name text not null,
  page integer not null,
  furthest integer not null,
  step bigint not null,
  read_at timestamp with time zone not null,
  cfi text,
  quote text,
  file_version integer not null default 1,
  turned_at timestamp with time zone,
  constraint device_positions_cfi_check CHECK ((char_length(cfi) <= 1000)),
  constraint device_positions_check CHECK ((furthest >= page)),
  constraint device_positions_device_name_check CHECK (((char_length(device_name) >= 1) AND (char_length(device_name) <= 40))),
  constraint device_positions_page_check CHECK ((page >= 1)),
  constraint device_positions_pkey PRIMARY KEY (user_id, book_id, device_id),
  constraint device_positions_quote_check CHECK (((char_length(quote) >= 1) AND (char_length(quote) <= 200))),
  constraint device_positions_step_check CHECK ((step >= 1)),
  constraint device_positions_user_id_book_id_fkey FOREIGN KEY (user_id, book_id) REFERENCES reading_positions(user_id, book_id) ON DELETE CASCADE
);

create table dismissed_books (
  user_id uuid not null,
  book_id uuid not null,
  dismissed_at timestamp with time zone not null,
  constraint dismissed_books_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint dismissed_books_pkey PRIMARY KEY (user_id, book_id),
  constraint dismissed_books_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX dismissed_books_by_book ON public.dismissed_books USING btree (book_id);

create table email_changes (
  user_id uuid not null,
  new_email text not null,
  session_id uuid,
  requested_at timestamp with time zone not null,
  token_hash bytea,
  expires_at timestamp with time zone not null,
  constraint email_changes_new_email_check CHECK (((new_email = lower(new_email)) AND ((char_length(new_email) >= 3) AND (char_length(new_email) <= 254)))),
  constraint email_changes_pkey PRIMARY KEY (user_id),
  constraint email_changes_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE SET NULL,
  constraint email_changes_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint email_changes_token_hash_key UNIQUE (token_hash),
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table factor_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  user_id uuid,
  expires_at timestamp with time zone not null,
  sign_in jsonb,
  constraint factor_challenges_challenge_hash_check CHECK ((octet_length(challenge_hash) = 32)),
  constraint factor_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint factor_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['second step'::text, 'passkey'::text, 'new passkey'::text]))),
  constraint factor_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX factor_challenges_by_end ON public.factor_challenges USING btree (expires_at);

CREATE INDEX factor_challenges_by_user ON public.factor_challenges USING btree (user_id);

create table factor_guesses (
  user_id uuid not null,
  since timestamp with time zone not null,
  count integer not null,
  constraint factor_guesses_pkey PRIMARY KEY (user_id),
  constraint factor_guesses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table figures_start (
  day date not null,
  constraint figures_start_pkey PRIMARY KEY (day)
);

create table file_checksums (
  name text not null,
  sums bytea not null,
  damaged_at timestamp with time zone,
  constraint file_checksums_pkey PRIMARY KEY (name),
  constraint file_checksums_sums_check CHECK ((((length(sums) % 20) = 0) AND (length(sums) > 0)))
);

CREATE INDEX file_checksums_by_content ON public.file_checksums USING btree (substr(sums, 1, 20));

CREATE INDEX file_checksums_by_manuscript ON public.file_checksums USING btree (substr(sums, 41, 20)) WHERE (length(sums) > 40);

CREATE INDEX file_checksums_damaged ON public.file_checksums USING btree (name) WHERE (damaged_at IS NOT NULL);

create table file_keys (
  id integer not null generated always as identity,
  key bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint file_keys_key_check CHECK ((octet_length(key) = 32)),
  constraint file_keys_pkey PRIMARY KEY (id)
);

create table file_scrubs (
  id boolean not null default true,
  begun_at timestamp with time zone not null,
  after text not null,
  ended_at timestamp with time zone,
  constraint file_scrubs_id_check CHECK (id),
  constraint file_scrubs_pkey PRIMARY KEY (id)
);

create table follows (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  author_id uuid,
  pen_name_id uuid,
  series_id uuid,
  book_id uuid,
  genre text,
  tag text,
  followed_at timestamp with time zone not null,
  constraint follows_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint follows_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint follows_check CHECK ((num_nonnulls(author_id, pen_name_id, series_id, book_id, genre, tag) = 1)),
  constraint follows_pen_name_id_fkey FOREIGN KEY (pen_name_id) REFERENCES pen_names(id) ON DELETE CASCADE,
  constraint follows_pkey PRIMARY KEY (id),
  constraint follows_tag_check CHECK (((char_length(tag) >= 1) AND (char_length(tag) <= 40))),
  constraint follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX follows_by_author ON public.follows USING btree (author_id, user_id) WHERE (author_id IS NOT NULL);

CREATE UNIQUE INDEX follows_by_book ON public.follows USING btree (book_id, user_id) WHERE (book_id IS NOT NULL);

CREATE UNIQUE INDEX follows_by_genre ON public.follows USING btree (genre, user_id) WHERE (genre IS NOT NULL);

CREATE UNIQUE INDEX follows_by_pen_name ON public.follows USING btree (pen_name_id, user_id) WHERE (pen_name_id IS NOT NULL);

CREATE UNIQUE INDEX follows_by_series ON public.follows USING btree (series_id, user_id) WHERE (series_id IS NOT NULL);

CREATE UNIQUE INDEX follows_by_tag ON public.follows USING btree (tag, user_id) WHERE (tag IS NOT NULL);

CREATE INDEX follows_by_user ON public.follows USING btree (user_id, id);

create table hidings (
  id uuid not null default uuidv7(),
  book_id uuid,
  comment_id uuid,
  user_id uuid,
  by_publisher boolean not null default false,
  reason text not null,
  hidden_by uuid,
  hidden_at timestamp with time zone not null default now(),
  until timestamp with time zone,
  list_id uuid,
  constraint hidings_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint hidings_check CHECK ((num_nonnulls(book_id, comment_id, user_id, list_id) = 1)),
  constraint hidings_check1 CHECK (((NOT by_publisher) OR (comment_id IS NOT NULL))),
  constraint hidings_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint hidings_hidden_by_fkey FOREIGN KEY (hidden_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint hidings_list_id_fkey FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE CASCADE,
  constraint hidings_pkey PRIMARY KEY (id),
  constraint hidings_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 600))),
  constraint hidings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX hidings_by_book ON public.hidings USING btree (book_id) WHERE (book_id IS NOT NULL);

CREATE UNIQUE INDEX hidings_by_comment ON public.hidings USING btree (comment_id, by_publisher) WHERE (comment_id IS NOT NULL);

CREATE INDEX hidings_by_end ON public.hidings USING btree (until) WHERE (until IS NOT NULL);

CREATE UNIQUE INDEX hidings_by_list ON public.hidings USING btree (list_id) WHERE (list_id IS NOT NULL);

CREATE INDEX hidings_by_moderator ON public.hidings USING btree (hidden_by);

CREATE UNIQUE INDEX hidings_by_user ON public.hidings USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE TRIGGER follow_deleted_hidings AFTER DELETE ON public.hidings FOR EACH ROW WHEN ((NOT old.by_publisher)) EXECUTE FUNCTION follow_hidings();

CREATE TRIGGER follow_new_hidings AFTER INSERT ON public.hidings FOR EACH ROW WHEN ((NOT new.by_publisher)) EXECUTE FUNCTION follow_hidings();

create table imported_readers (
  user_id uuid not null,
  export_id uuid not null,
  name text not null,
  constraint imported_readers_export_id_name_key UNIQUE (export_id, name),
  constraint imported_readers_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint imported_readers_pkey PRIMARY KEY (user_id),
  constraint imported_readers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table imports (
  id uuid not null default uuidv7(),
  made_at timestamp with time zone not null,
  publisher_id uuid not null,
  name text not null,
  folder text,
  rights text,
  draws_covers boolean not null,
  adds_duplicates boolean not null,
  state text not null,
  stops boolean not null default false,
  claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  progress jsonb not null default '{}'::jsonb,
  failure text,
  report text,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_publisher_id_fkey FOREIGN KEY (publisher_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint imports_rights_check CHECK ((rights = ANY (ARRAY['own'::text, 'free'::text]))),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['looking'::text, 'ready'::text, 'importing'::text, 'stopped'::text, 'done'::text, 'failed'::text])))
);

CREATE INDEX imports_by_publisher ON public.imports USING btree (publisher_id);

create table invitations (
  code text not null,
  note text not null,
  made_by uuid,
  made_at timestamp with time zone not null,
  used_by uuid,
  used_at timestamp with time zone,
  constraint invitations_check CHECK (((used_by IS NULL) OR (used_at IS NOT NULL))),
  constraint invitations_code_check CHECK ((code ~ '^[A-Z2-9]{10}$'::text)),
  constraint invitations_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint invitations_note_check CHECK ((char_length(note) <= 80)),
  constraint invitations_pkey PRIMARY KEY (code),
  constraint invitations_used_by_fkey FOREIGN KEY (used_by) REFERENCES users(id) ON DELETE SET NULL
);

CREATE INDEX invitations_by_age ON public.invitations USING btree (made_at DESC, code);

CREATE INDEX invitations_by_maker ON public.invitations USING btree (made_by);

CREATE INDEX invitations_by_user ON public.invitations USING btree (used_by);

create table kepub_digests (
  book_id uuid not null,
  content_md5 text not null,
  epub_md5 text not null,
  constraint kepub_digests_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint kepub_digests_content_md5_check CHECK ((content_md5 ~ '^[0-9a-f]{32}$'::text)),
  constraint kepub_digests_epub_md5_check CHECK ((epub_md5 ~ '^[0-9a-f]{32}$'::text)),
  constraint kepub_digests_pkey PRIMARY KEY (book_id, content_md5)
);

CREATE INDEX kepub_digests_by_content ON public.kepub_digests USING btree (content_md5);

create table kosync_places (
  user_id uuid not null,
  document text not null,
  progress text not null,
  percentage double precision not null,
  device text not null,
  device_id text not null,
  saved_at timestamp with time zone not null,
  is_late boolean not null default false,
  constraint kosync_places_device_check CHECK ((char_length(device) <= 100)),
  constraint kosync_places_device_id_check CHECK ((char_length(device_id) <= 100)),
  constraint kosync_places_document_check CHECK (((char_length(document) >= 1) AND (char_length(document) <= 64))),
  constraint kosync_places_percentage_check CHECK (((percentage >= (0)::double precision) AND (percentage <= (1)::double precision))),
  constraint kosync_places_pkey PRIMARY KEY (user_id, document),
  constraint kosync_places_progress_check CHECK (((char_length(progress) >= 1) AND (char_length(progress) <= 1000))),
  constraint kosync_places_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX kosync_places_by_age ON public.kosync_places USING btree (user_id, saved_at DESC);

create table list_books (
  list_id uuid not null,
  book_id uuid not null,
  place double precision not null,
  added_at timestamp with time zone not null,
  constraint list_books_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint list_books_list_id_fkey FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE CASCADE,
  constraint list_books_pkey PRIMARY KEY (list_id, book_id)
);

CREATE INDEX list_books_by_book ON public.list_books USING btree (book_id);

CREATE INDEX list_books_by_place ON public.list_books USING btree (list_id, place, book_id);

create table list_follows (
  user_id uuid not null,
  list_id uuid not null,
  followed_at timestamp with time zone not null,
  constraint list_follows_list_id_fkey FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE CASCADE,
  constraint list_follows_pkey PRIMARY KEY (user_id, list_id),
  constraint list_follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX list_follows_by_list ON public.list_follows USING btree (list_id);

create table lists (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  words text not null default ''::text,
  visibility text not null,
  is_hidden boolean not null default false,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint lists_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint lists_pkey PRIMARY KEY (id),
  constraint lists_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint lists_visibility_check CHECK ((visibility = ANY (ARRAY['private'::text, 'link'::text, 'public'::text]))),
  constraint lists_words_check CHECK ((char_length(words) <= 1000))
);

CREATE UNIQUE INDEX lists_by_name ON public.lists USING btree (user_id, same_name(name));

CREATE INDEX lists_public ON public.lists USING btree (created_at, id) INCLUDE (changed_at) WHERE ((visibility = 'public'::text) AND (NOT is_hidden));

CREATE INDEX lists_public_by_change ON public.lists USING btree (changed_at) WHERE ((visibility = 'public'::text) AND (NOT is_hidden));

create table login_devices (
  user_id uuid not null,
  device_hash bytea not null,
  used_at timestamp with time zone not null,
  constraint login_devices_device_hash_check CHECK ((octet_length(device_hash) = 32)),
  constraint login_devices_pkey PRIMARY KEY (user_id, device_hash),
  constraint login_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table login_networks (
  user_id uuid not null,
  network_hash bytea not null,
  used_at timestamp with time zone not null,
  constraint login_networks_network_hash_check CHECK ((octet_length(network_hash) = 32)),
  constraint login_networks_pkey PRIMARY KEY (user_id, network_hash),
  constraint login_networks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table mail_tokens (
  token_hash bytea not null,
  user_id uuid not null,
  purpose text not null,
  expires_at timestamp with time zone not null,
  constraint mail_tokens_pkey PRIMARY KEY (token_hash),
  constraint mail_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify'::text, 'reset'::text]))),
  constraint mail_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint mail_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint mail_tokens_user_id_purpose_key UNIQUE (user_id, purpose)
);

create table marked_books (
  user_id uuid not null,
  book_id uuid not null,
  revision bigint not null default 0,
  title text not null,
  author text not null,
  constraint marked_books_pkey PRIMARY KEY (user_id, book_id),
  constraint marked_books_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table marks (
  user_id uuid not null,
  book_id uuid not null,
  id uuid not null,
  version integer not null,
  change uuid not null,
  revision bigint not null,
  content jsonb,
  changed_at timestamp with time zone not null,
  made_at text generated always as ((content ->> 'createdAt'::text)) stored,
  page integer generated always as (((((content -> 'anchors'::text) -> 0) ->> 'page'::text))::integer) stored,
  start_at integer generated always as (((((content -> 'anchors'::text) -> 0) ->> 'start'::text))::integer) stored,
  color text generated always as ((content ->> 'color'::text)) stored,
  has_note boolean generated always as (((content ->> 'note'::text) <> ''::text)) stored,
  words text generated always as (mark_words(content)) stored,
  constraint marks_content_check CHECK ((jsonb_typeof(content) = 'object'::text)),
  constraint marks_pkey PRIMARY KEY (user_id, book_id, id),
  constraint marks_user_id_book_id_fkey FOREIGN KEY (user_id, book_id) REFERENCES marked_books(user_id, book_id) ON DELETE CASCADE,
  constraint marks_version_check CHECK ((version >= 1))
);

CREATE INDEX marks_by_date ON public.marks USING btree (user_id, made_at DESC, book_id, id) INCLUDE (color, has_note) WHERE (content IS NOT NULL);

CREATE INDEX marks_by_place ON public.marks USING btree (user_id, book_id, page, start_at, id) INCLUDE (color, has_note) WHERE (content IS NOT NULL);

CREATE UNIQUE INDEX marks_by_revision ON public.marks USING btree (user_id, book_id, revision);

create table missing_files (
  book_id uuid not null,
  constraint missing_files_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint missing_files_pkey PRIMARY KEY (book_id)
);

create table notice_events (
  id uuid not null default uuidv7(),
  kind text not null,
  book_id uuid,
  comment_id uuid,
  case_id uuid,
  round integer,
  actor_id uuid,
  day date,
  ratings integer,
  occurrences integer not null default 1,
  at timestamp with time zone not null,
  audience smallint not null default 0,
  told_until uuid,
  is_done boolean not null default false,
  constraint notice_events_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint notice_events_case_id_fkey FOREIGN KEY (case_id) REFERENCES report_cases(id) ON DELETE CASCADE,
  constraint notice_events_check CHECK (((kind = 'report'::text) = (book_id IS NULL))),
  constraint notice_events_check1 CHECK (((kind = 'report'::text) = (case_id IS NOT NULL))),
  constraint notice_events_check2 CHECK (((kind = 'reply'::text) = (comment_id IS NOT NULL))),
  constraint notice_events_check3 CHECK (((kind = ANY (ARRAY['version'::text, 'rated'::text, 'commented'::text])) = (day IS NOT NULL))),
  constraint notice_events_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint notice_events_kind_check CHECK ((kind = ANY (ARRAY['published'::text, 'version'::text, 'premium'::text, 'rated'::text, 'commented'::text, 'reply'::text, 'report'::text]))),
  constraint notice_events_pkey PRIMARY KEY (id)
);

CREATE INDEX notice_events_by_age ON public.notice_events USING btree (at);

CREATE INDEX notice_events_by_book ON public.notice_events USING btree (book_id) WHERE (book_id IS NOT NULL);

CREATE INDEX notice_events_by_case ON public.notice_events USING btree (case_id) WHERE (case_id IS NOT NULL);

CREATE INDEX notice_events_by_comment ON public.notice_events USING btree (comment_id) WHERE (comment_id IS NOT NULL);

CREATE UNIQUE INDEX notice_events_by_day ON public.notice_events USING btree (book_id, day, kind) WHERE (day IS NOT NULL);

CREATE INDEX notice_events_waiting ON public.notice_events USING btree (id) WHERE (NOT is_done);

create table notice_settings (
  user_id uuid not null,
  kind text not null,
  how text not null,
  constraint notice_settings_how_check CHECK ((how = ANY (ARRAY['off'::text, 'inbox'::text, 'mail'::text, 'daily'::text, 'weekly'::text]))),
  constraint notice_settings_pkey PRIMARY KEY (user_id, kind),
  constraint notice_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table notices (
  user_id uuid not null,
  event_id uuid not null,
  kind text not null,
  read_at timestamp with time zone,
  awaits_mail boolean not null default false,
  constraint notices_event_id_fkey FOREIGN KEY (event_id) REFERENCES notice_events(id) ON DELETE CASCADE,
  constraint notices_kind_check CHECK ((kind = ANY (ARRAY['author'::text, 'series'::text, 'tag'::text, 'genre'::text, 'version'::text, 'reply'::text, 'report'::text, 'rated'::text, 'commented'::text, 'premium'::text]))),
  constraint notices_pkey PRIMARY KEY (user_id, event_id),
  constraint notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX notices_awaiting_mail ON public.notices USING btree (user_id) WHERE awaits_mail;

CREATE INDEX notices_by_event ON public.notices USING btree (event_id);

CREATE INDEX notices_by_reading ON public.notices USING btree (read_at) WHERE (read_at IS NOT NULL);

CREATE INDEX notices_unread ON public.notices USING btree (user_id, event_id) WHERE (read_at IS NULL);

create table page_epub_digests (
  book_id uuid not null,
  content_md5 text not null,
  name_md5s text[] not null,
  version integer not null,
  page_count integer not null,
  page_marks jsonb not null,
  made_at timestamp with time zone not null default now(),
  constraint page_epub_digests_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint page_epub_digests_content_md5_check CHECK ((content_md5 ~ '^[0-9a-f]{32}$'::text)),
  constraint page_epub_digests_name_md5s_check CHECK ((array_to_string(name_md5s, ' '::text) ~ '^([0-9a-f]{32}( |$))*$'::text)),
  constraint page_epub_digests_page_count_check CHECK ((page_count >= 1)),
  constraint page_epub_digests_pkey PRIMARY KEY (book_id, content_md5),
  constraint page_epub_digests_version_check CHECK ((version >= 1))
);

CREATE INDEX page_epub_digests_by_content ON public.page_epub_digests USING btree (content_md5);

CREATE INDEX page_epub_digests_by_names ON public.page_epub_digests USING gin (name_md5s) WITH (fastupdate=off);

create table page_epubs (
  book_id uuid not null,
  made_of text,
  key text,
  bytes integer,
  failure text,
  claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint page_epubs_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint page_epubs_bytes_check CHECK ((bytes > 0)),
  constraint page_epubs_check CHECK (((key IS NULL) = (bytes IS NULL))),
  constraint page_epubs_failure_check CHECK ((failure = ANY (ARRAY['no-room'::text, 'too-complex'::text]))),
  constraint page_epubs_key_key UNIQUE (key),
  constraint page_epubs_pkey PRIMARY KEY (book_id)
);

create table page_readings (
  text_id integer not null,
  first_page integer not null,
  pages json not null,
  constraint page_readings_pkey PRIMARY KEY (text_id, first_page),
  constraint page_readings_text_id_fkey FOREIGN KEY (text_id) REFERENCES book_texts(id) ON DELETE CASCADE
);

create table page_texts (
  text_id integer not null,
  page integer not null,
  content text not null,
  words text not null,
  constraint page_texts_pkey PRIMARY KEY (text_id, page)
);

CREATE INDEX page_texts_by_keys ON public.page_texts USING gin (page_keys(page_section(text_id), words)) WITH (fastupdate=off);

create table papers (
  book_id uuid not null,
  size text not null,
  opens_right boolean not null,
  crop_marks boolean not null,
  is_offered boolean not null,
  made_of text,
  key text,
  bytes integer,
  page_count integer,
  notices text[] not null default '{}'::text[],
  failure text,
  claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  bleed boolean not null default false,
  constraint papers_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint papers_bytes_check CHECK ((bytes > 0)),
  constraint papers_check CHECK ((((key IS NULL) = (bytes IS NULL)) AND ((key IS NULL) = (page_count IS NULL)))),
  constraint papers_failure_check CHECK ((failure = ANY (ARRAY['no-room'::text, 'too-complex'::text, 'fixed-pages'::text, 'empty'::text]))),
  constraint papers_key_key UNIQUE (key),
  constraint papers_page_count_check CHECK ((page_count > 0)),
  constraint papers_pkey PRIMARY KEY (book_id),
  constraint papers_size_check CHECK ((size = ANY (ARRAY['a5'::text, 'a4'::text, 'six-by-nine'::text, 'pocket'::text])))
);

create table passkeys (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX passkeys_by_user ON public.passkeys USING btree (user_id);

create table pen_names (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  name text not null,
  about text,
  links text[] not null default '{}'::text[],
  typed_skeleton text not null default ''::text,
  lower_skeleton text not null default ''::text,
  created_at timestamp with time zone not null,
  image text,
  constraint pen_names_about_check CHECK (((char_length(about) >= 1) AND (char_length(about) <= 500))),
  constraint pen_names_links_check CHECK ((cardinality(links) <= 5)),
  constraint pen_names_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 60))),
  constraint pen_names_pkey PRIMARY KEY (id),
  constraint pen_names_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX pen_names_by_lower_skeleton ON public.pen_names USING btree (lower_skeleton);

CREATE UNIQUE INDEX pen_names_by_name ON public.pen_names USING btree (same_name(name));

CREATE UNIQUE INDEX pen_names_by_typed_skeleton ON public.pen_names USING btree (typed_skeleton);

CREATE INDEX pen_names_by_user ON public.pen_names USING btree (user_id);

CREATE TRIGGER pen_names_refuse_name_of_account BEFORE INSERT OR UPDATE OF name ON public.pen_names FOR EACH ROW EXECUTE FUNCTION refuse_name_of_account();

create table pending_covers (
  book_id uuid not null,
  plain text not null,
  choice text not null,
  picture bytea,
  claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  tries integer not null default 0,
  constraint pending_covers_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint pending_covers_check CHECK (((choice = 'image'::text) = (picture IS NOT NULL))),
  constraint pending_covers_choice_check CHECK ((choice = ANY (ARRAY['image'::text, 'first-page'::text, 'series'::text]))),
  constraint pending_covers_pkey PRIMARY KEY (book_id)
);

create table ratings (
  book_id uuid not null,
  user_id uuid not null,
  stars smallint not null,
  ranked boolean not null,
  rated_at timestamp with time zone not null default now(),
  counted_on date,
  is_hidden boolean not null default false,
  constraint ratings_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint ratings_check CHECK ((NOT (is_hidden AND ranked))),
  constraint ratings_pkey PRIMARY KEY (book_id, user_id) INCLUDE (stars, is_hidden),
  constraint ratings_stars_check CHECK (((stars >= 1) AND (stars <= 5))),
  constraint ratings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX ratings_by_user ON public.ratings USING btree (user_id, rated_at DESC) INCLUDE (book_id, stars, ranked);

CREATE TRIGGER subtract_deleted_ratings AFTER DELETE ON public.ratings REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION subtract_deleted_ratings();

create table read_comments (
  user_id uuid not null,
  until uuid not null,
  constraint read_comments_pkey PRIMARY KEY (user_id),
  constraint read_comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table reading_days (
  user_id uuid not null,
  day date not null,
  book_id uuid not null,
  seconds integer not null,
  pages integer not null,
  is_finished boolean not null default false,
  constraint reading_days_pages_check CHECK ((pages >= 0)),
  constraint reading_days_pkey PRIMARY KEY (user_id, day, book_id),
  constraint reading_days_seconds_check CHECK ((seconds >= 0)),
  constraint reading_days_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
) with (fillfactor=85);

create table reading_histories (
  user_id uuid not null,
  is_kept boolean not null default true,
  since timestamp with time zone not null,
  goal text,
  goal_amount integer,
  constraint reading_histories_check CHECK (((goal IS NULL) = (goal_amount IS NULL))),
  constraint reading_histories_goal_amount_check CHECK (((goal_amount >= 1) AND (goal_amount <= 1440))),
  constraint reading_histories_goal_check CHECK ((goal = ANY (ARRAY['minutes'::text, 'books'::text]))),
  constraint reading_histories_pkey PRIMARY KEY (user_id),
  constraint reading_histories_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table reading_positions (
  user_id uuid not null,
  book_id uuid not null,
  version integer not null,
  page integer not null,
  device_id uuid not null,
  read_at timestamp with time zone not null,
  constraint reading_positions_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint reading_positions_page_check CHECK ((page >= 1)),
  constraint reading_positions_pkey PRIMARY KEY (user_id, book_id),
  constraint reading_positions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint reading_positions_version_check CHECK ((version >= 1))
);

CREATE INDEX reading_positions_by_age ON public.reading_positions USING btree (user_id, read_at DESC, book_id);

CREATE INDEX reading_positions_by_book ON public.reading_positions USING btree (book_id, user_id);

create table recommendation_days (
  day date not null,
  small_shown integer not null default 0,
  other_shown integer not null default 0,
  small_clicks integer not null default 0,
  other_clicks integer not null default 0,
  constraint recommendation_days_pkey PRIMARY KEY (day)
);

create table recommendation_influences (
  version integer not null,
  number integer not null,
  book_id uuid not null,
  targets bytea not null,
  weights bytea not null,
  constraint recommendation_influences_pkey PRIMARY KEY (version, book_id)
);

CREATE UNIQUE INDEX recommendation_influences_by_number ON public.recommendation_influences USING btree (version, number) INCLUDE (book_id);

create table recommendation_models (
  version integer not null,
  trained_at timestamp with time zone not null,
  books integer not null,
  ratings integer not null,
  popular bytea not null,
  popularity bytea not null,
  little_seen bytea not null default '\x'::bytea,
  constraint recommendation_models_pkey PRIMARY KEY (version)
);

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_code_hash_check CHECK ((octet_length(code_hash) = 32)),
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table refused_comments (
  user_id uuid not null,
  at timestamp with time zone not null,
  constraint refused_comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX refused_comments_by_age ON public.refused_comments USING btree (at);

CREATE INDEX refused_comments_by_user ON public.refused_comments USING btree (user_id, at);

create table replaced_files (
  book_id uuid not null,
  text_id integer not null,
  page_count integer not null,
  replaced_at timestamp with time zone not null,
  version integer not null,
  is_carried boolean not null default false,
  comments_are_carried boolean not null default false,
  constraint replaced_files_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint replaced_files_pkey PRIMARY KEY (book_id, version),
  constraint replaced_files_text_id_fkey FOREIGN KEY (text_id) REFERENCES book_texts(id) ON DELETE CASCADE
);

create table report_answers (
  id uuid not null default uuidv7(),
  case_id uuid not null,
  round integer not null,
  side text not null,
  user_id uuid,
  words text not null,
  at timestamp with time zone not null,
  constraint report_answers_case_id_fkey FOREIGN KEY (case_id) REFERENCES report_cases(id) ON DELETE CASCADE,
  constraint report_answers_pkey PRIMARY KEY (id),
  constraint report_answers_side_check CHECK ((side = ANY (ARRAY['reporter'::text, 'owner'::text]))),
  constraint report_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint report_answers_words_check CHECK (((char_length(words) >= 1) AND (char_length(words) <= 2000)))
);

CREATE UNIQUE INDEX report_answers_by_case ON public.report_answers USING btree (case_id, round, user_id);

CREATE INDEX report_answers_by_user ON public.report_answers USING btree (user_id);

create table report_cases (
  id uuid not null default uuidv7(),
  kind text not null,
  subject_id uuid not null,
  subject_name text not null,
  book_id uuid,
  owner_id uuid,
  owner_name text,
  is_open boolean not null default true,
  round integer not null default 1,
  version integer not null default 1,
  report_count integer not null default 0,
  has_answer boolean not null default false,
  has_notice boolean not null default false,
  outcome text,
  returns_at timestamp with time zone,
  first_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint report_cases_check CHECK (((returns_at IS NULL) OR (outcome = 'hidden'::text))),
  constraint report_cases_kind_check CHECK ((kind = ANY (ARRAY['book'::text, 'comment'::text, 'person'::text, 'list'::text]))),
  constraint report_cases_kind_subject_id_key UNIQUE (kind, subject_id),
  constraint report_cases_outcome_check CHECK ((outcome = ANY (ARRAY['hidden'::text, 'suspended'::text, 'dismissed'::text, 'restored'::text]))),
  constraint report_cases_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint report_cases_pkey PRIMARY KEY (id)
);

CREATE INDEX report_cases_by_age ON public.report_cases USING btree (first_at, id) INCLUDE (kind) WHERE is_open;

CREATE INDEX report_cases_by_count ON public.report_cases USING btree (report_count DESC, id DESC) INCLUDE (kind) WHERE is_open;

CREATE INDEX report_cases_by_owner ON public.report_cases USING btree (owner_id);

CREATE INDEX report_cases_decided ON public.report_cases USING btree (changed_at DESC, id DESC) INCLUDE (kind) WHERE (NOT is_open);

CREATE INDEX report_cases_to_return ON public.report_cases USING btree (returns_at) WHERE (returns_at IS NOT NULL);

CREATE TRIGGER count_changed_cases AFTER UPDATE OF is_open ON public.report_cases FOR EACH ROW WHEN ((old.is_open <> new.is_open)) EXECUTE FUNCTION count_cases();

CREATE TRIGGER count_new_cases AFTER INSERT OR DELETE ON public.report_cases FOR EACH ROW EXECUTE FUNCTION count_cases();

create table report_decisions (
  id uuid not null default uuidv7(),
  case_id uuid not null,
  round integer not null,
  decision text not null,
  reason text not null,
  words text not null default ''::text,
  until timestamp with time zone,
  decided_by uuid,
  decided_by_name text,
  at timestamp with time zone not null,
  has_mails boolean not null default true,
  constraint report_decisions_case_id_fkey FOREIGN KEY (case_id) REFERENCES report_cases(id) ON DELETE CASCADE,
  constraint report_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint report_decisions_decision_check CHECK ((decision = ANY (ARRAY['hide'::text, 'suspend'::text, 'dismiss'::text, 'restore'::text, 'uphold'::text, 'reopen'::text]))),
  constraint report_decisions_pkey PRIMARY KEY (id),
  constraint report_decisions_words_check CHECK ((char_length(words) <= 500))
);

CREATE INDEX report_decisions_by_case ON public.report_decisions USING btree (case_id, id);

CREATE INDEX report_decisions_by_moderator ON public.report_decisions USING btree (decided_by);

CREATE INDEX report_decisions_without_mails ON public.report_decisions USING btree (id) WHERE (NOT has_mails);

create table report_evidence (
  id uuid not null default uuidv7(),
  case_id uuid not null,
  fingerprint text not null,
  words jsonb not null,
  cover bytea,
  page bytea,
  page_number integer,
  taken_at timestamp with time zone not null,
  constraint report_evidence_case_id_fingerprint_key UNIQUE (case_id, fingerprint),
  constraint report_evidence_case_id_fkey FOREIGN KEY (case_id) REFERENCES report_cases(id) ON DELETE CASCADE,
  constraint report_evidence_page_number_check CHECK ((page_number >= 1)),
  constraint report_evidence_pkey PRIMARY KEY (id)
);

CREATE INDEX report_evidence_by_age ON public.report_evidence USING btree (taken_at);

create table report_keys (
  id boolean not null default true,
  key bytea not null,
  constraint report_keys_id_check CHECK (id),
  constraint report_keys_key_check CHECK ((octet_length(key) = 32)),
  constraint report_keys_pkey PRIMARY KEY (id)
);

create table report_totals (
  month date not null,
  reason text not null,
  event text not null,
  count integer not null,
  constraint report_totals_count_check CHECK ((count > 0)),
  constraint report_totals_pkey PRIMARY KEY (month, reason, event)
);

create table reports (
  id uuid not null default uuidv7(),
  case_id uuid not null,
  round integer not null,
  reporter_id uuid,
  rule text,
  reason text not null,
  words text not null default ''::text,
  evidence_id uuid,
  at timestamp with time zone not null,
  page integer,
  cfi text,
  quote text,
  constraint reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES report_cases(id) ON DELETE CASCADE,
  constraint reports_cfi_check CHECK ((char_length(cfi) <= 1000)),
  constraint reports_evidence_id_fkey FOREIGN KEY (evidence_id) REFERENCES report_evidence(id) ON DELETE SET NULL,
  constraint reports_page_check CHECK ((page >= 1)),
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_quote_check CHECK (((char_length(quote) >= 1) AND (char_length(quote) <= 200))),
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint reports_words_check CHECK ((char_length(words) <= 500))
);

CREATE INDEX reports_by_age ON public.reports USING btree (at);

CREATE UNIQUE INDEX reports_by_case ON public.reports USING btree (case_id, round, reporter_id);

CREATE INDEX reports_by_evidence ON public.reports USING btree (evidence_id);

CREATE INDEX reports_by_reporter ON public.reports USING btree (reporter_id, id);

CREATE UNIQUE INDEX reports_by_rule ON public.reports USING btree (case_id, round, rule) WHERE (rule IS NOT NULL);

create table rights_declarations (
  book_id uuid not null,
  sha256 bytea not null,
  rights text not null,
  declared_at timestamp with time zone not null,
  declared_by uuid,
  constraint rights_declarations_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint rights_declarations_declared_by_fkey FOREIGN KEY (declared_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint rights_declarations_pkey PRIMARY KEY (book_id, sha256, rights),
  constraint rights_declarations_rights_check CHECK ((rights = ANY (ARRAY['own'::text, 'free'::text]))),
  constraint rights_declarations_sha256_check CHECK ((octet_length(sha256) = 32))
);

CREATE INDEX rights_declarations_by_user ON public.rights_declarations USING btree (declared_by);

create table same_files (
  book_id uuid not null,
  other_id uuid not null,
  is_reported boolean not null default false,
  constraint same_files_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint same_files_other_id_fkey FOREIGN KEY (other_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint same_files_pkey PRIMARY KEY (book_id, other_id)
);

CREATE INDEX same_files_by_other ON public.same_files USING btree (other_id);

CREATE INDEX same_files_to_report ON public.same_files USING btree (book_id) WHERE (NOT is_reported);

create table search_words (
  word text not null,
  books integer not null,
  deletions text[] not null,
  constraint search_words_pkey PRIMARY KEY (word)
) with (fillfactor=50);

CREATE INDEX search_words_by_deletions ON public.search_words USING gin (deletions) WITH (fastupdate=off);

CREATE INDEX search_words_by_trigrams ON public.search_words USING gin (word gin_trgm_ops) WITH (fastupdate=off);

create table security_events (
  id uuid not null default uuidv7(),
  user_id uuid,
  kind text not null,
  at timestamp with time zone not null default now(),
  device text not null default ''::text,
  network text not null default ''::text,
  count integer not null default 1,
  period timestamp with time zone,
  constraint security_events_kind_check CHECK ((char_length(kind) <= 40)),
  constraint security_events_pkey PRIMARY KEY (id),
  constraint security_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX security_events_by_age ON public.security_events USING btree (at);

CREATE UNIQUE INDEX security_events_by_period ON public.security_events USING btree (user_id, kind, period) WHERE (period IS NOT NULL);

CREATE INDEX security_events_by_user ON public.security_events USING btree (user_id, at DESC, id DESC);

CREATE TRIGGER security_events_delete_surplus AFTER INSERT ON public.security_events FOR EACH ROW WHEN ((new.user_id IS NOT NULL)) EXECUTE FUNCTION delete_surplus_security_events();

create table sessions (
  id uuid not null default uuidv7(),
  token_hash bytea not null,
  user_id uuid not null,
  user_agent text not null default ''::text,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  confirmed_at timestamp with time zone not null default now(),
  has_shown_factor boolean not null default false,
  network text not null default ''::text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);

create unlogged table shared_rates (
  key bytea not null,
  count integer not null,
  ends_at timestamp with time zone not null,
  constraint shared_rates_key_check CHECK ((octet_length(key) = 32)),
  constraint shared_rates_pkey PRIMARY KEY (key)
) with (fillfactor=50);

create table shelved_books (
  user_id uuid not null,
  book_id uuid not null,
  is_wanted boolean not null default false,
  want_changed_at timestamp with time zone,
  place double precision not null default 0,
  finished_at timestamp with time zone,
  finish_changed_at timestamp with time zone,
  constraint shelved_books_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint shelved_books_check CHECK (((NOT is_wanted) OR (want_changed_at IS NOT NULL))),
  constraint shelved_books_check1 CHECK (((finished_at IS NULL) OR (finish_changed_at IS NOT NULL))),
  constraint shelved_books_pkey PRIMARY KEY (user_id, book_id),
  constraint shelved_books_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX shelved_books_by_book ON public.shelved_books USING btree (book_id);

CREATE INDEX shelved_books_finished ON public.shelved_books USING btree (user_id, finished_at DESC, book_id) WHERE (finished_at IS NOT NULL);

CREATE INDEX shelved_books_wanted ON public.shelved_books USING btree (user_id, place, book_id) INCLUDE (want_changed_at) WHERE is_wanted;

create table sign_in_attempts (
  state_hash bytea not null,
  secret_hash bytea not null,
  provider text not null,
  purpose text not null,
  nonce text not null,
  verifier text not null,
  next text,
  session_id uuid,
  expires_at timestamp with time zone not null,
  constraint sign_in_attempts_check CHECK (((purpose = 'log-in'::text) = (session_id IS NULL))),
  constraint sign_in_attempts_pkey PRIMARY KEY (state_hash),
  constraint sign_in_attempts_purpose_check CHECK ((purpose = ANY (ARRAY['log-in'::text, 'link'::text, 'confirm'::text]))),
  constraint sign_in_attempts_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

CREATE INDEX sign_in_attempts_by_end ON public.sign_in_attempts USING btree (expires_at);

CREATE INDEX sign_in_attempts_by_session ON public.sign_in_attempts USING btree (session_id);

create table sign_in_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  linked_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint sign_in_identities_issuer_check CHECK ((length(issuer) <= 500)),
  constraint sign_in_identities_pkey PRIMARY KEY (issuer, subject),
  constraint sign_in_identities_subject_check CHECK ((length(subject) <= 255)),
  constraint sign_in_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sign_in_identities_user_id_issuer_key UNIQUE (user_id, issuer)
);

create table sign_in_providers (
  id text not null,
  settings jsonb not null,
  secret bytea,
  key_id integer,
  added_at timestamp with time zone not null,
  constraint sign_in_providers_check CHECK (((secret IS NULL) = (key_id IS NULL))),
  constraint sign_in_providers_id_check CHECK ((id ~ '^[a-z0-9][a-z0-9-]{0,31}$'::text)),
  constraint sign_in_providers_key_id_fkey FOREIGN KEY (key_id) REFERENCES file_keys(id),
  constraint sign_in_providers_pkey PRIMARY KEY (id)
);

create table sign_in_sessions (
  session_id uuid not null,
  provider text not null,
  issuer text not null,
  subject text not null,
  sid text,
  log_out_hint text,
  constraint sign_in_sessions_pkey PRIMARY KEY (session_id),
  constraint sign_in_sessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

CREATE INDEX sign_in_sessions_by_subject ON public.sign_in_sessions USING btree (issuer, subject);

create table sign_in_tickets (
  id uuid not null default gen_random_uuid(),
  ticket_hash bytea not null,
  provider text not null,
  identity jsonb not null,
  next text,
  sign_up jsonb,
  mail_hash bytea,
  expires_at timestamp with time zone not null,
  constraint sign_in_tickets_pkey PRIMARY KEY (id),
  constraint sign_in_tickets_ticket_hash_key UNIQUE (ticket_hash)
);

CREATE INDEX sign_in_tickets_by_end ON public.sign_in_tickets USING btree (expires_at);

create table site_settings (
  name text not null,
  value jsonb not null,
  changed_at timestamp with time zone not null default now(),
  constraint site_settings_pkey PRIMARY KEY (name)
);

create table text_view_parts (
  text_id integer not null,
  first_page integer not null,
  blocks json not null,
  constraint text_view_parts_pkey PRIMARY KEY (text_id, first_page),
  constraint text_view_parts_text_id_fkey FOREIGN KEY (text_id) REFERENCES book_texts(id) ON DELETE CASCADE
);

create table top_rated_days (
  day date not null,
  book_id uuid not null,
  place smallint not null,
  constraint top_rated_days_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint top_rated_days_pkey PRIMARY KEY (day, book_id),
  constraint top_rated_days_place_check CHECK ((place > 0))
);

CREATE INDEX top_rated_days_by_book ON public.top_rated_days USING btree (book_id, day);

create table top_rated_records (
  day date not null,
  constraint top_rated_records_pkey PRIMARY KEY (day)
);

create table totp_factors (
  user_id uuid not null,
  key_id integer not null,
  secret bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint totp_factors_key_id_fkey FOREIGN KEY (key_id) REFERENCES file_keys(id),
  constraint totp_factors_pkey PRIMARY KEY (user_id),
  constraint totp_factors_secret_check CHECK ((octet_length(secret) = 48)),
  constraint totp_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table unsubscribe_keys (
  id boolean not null default true,
  key bytea not null,
  constraint unsubscribe_keys_id_check CHECK (id),
  constraint unsubscribe_keys_key_check CHECK ((octet_length(key) = 32)),
  constraint unsubscribe_keys_pkey PRIMARY KEY (id)
);

create table used_logout_tokens (
  issuer text not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_logout_tokens_pkey PRIMARY KEY (issuer, token_hash)
);

CREATE INDEX used_logout_tokens_by_end ON public.used_logout_tokens USING btree (expires_at);

create table users (
  id uuid not null default uuidv7(),
  username text not null,
  email text,
  password_hash text,
  user_type text not null default 'reader'::text,
  verified boolean not null default false,
  guest boolean not null default false,
  guest_id uuid,
  sex text,
  profile_image text,
  weekly_mail boolean not null default false,
  weekly_edition timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  typed_skeleton text,
  lower_skeleton text,
  suspended_at timestamp with time zone,
  suspended_until timestamp with time zone,
  suspension_reason text,
  has_weight boolean not null default false,
  email_unconfirmed boolean not null default false,
  about text,
  links text[] not null default '{}'::text[],
  language text,
  ratings_are_hidden boolean not null default false,
  constraint users_about_check CHECK (((char_length(about) >= 1) AND (char_length(about) <= 500))),
  constraint users_check CHECK ((guest OR (email IS NOT NULL))),
  constraint users_check1 CHECK (((NOT verified) OR (email IS NOT NULL))),
  constraint users_check2 CHECK (((suspended_at IS NULL) = (suspension_reason IS NULL))),
  constraint users_check3 CHECK (((suspended_until IS NULL) OR (suspended_at IS NOT NULL))),
  constraint users_check4 CHECK ((NOT (verified AND email_unconfirmed))),
  constraint users_email_check CHECK (((email = lower(email)) AND ((char_length(email) >= 3) AND (char_length(email) <= 254)))),
  constraint users_guest_id_fkey FOREIGN KEY (guest_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint users_guest_id_key UNIQUE (guest_id),
  constraint users_language_check CHECK (((language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text) AND (char_length(language) <= 35))),
  constraint users_links_check CHECK ((cardinality(links) <= 5)),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_sex_check CHECK ((sex = ANY (ARRAY['Male'::text, 'Female'::text, 'Other'::text, 'Prefer not to say'::text]))),
  constraint users_user_type_check CHECK ((user_type = ANY (ARRAY['reader'::text, 'author'::text, 'moderator'::text, 'admin'::text]))),
  constraint users_username_check CHECK (((char_length(username) >= 2) AND (char_length(username) <= 32))),
  constraint users_weekly_mail_check CHECK (((NOT weekly_mail) OR (verified AND (NOT guest) AND (weekly_edition IS NOT NULL))))
);

CREATE INDEX users_by_age ON public.users USING btree (created_at DESC, id DESC) WHERE (NOT guest);

CREATE INDEX users_by_creation ON public.users USING btree (created_at);

CREATE UNIQUE INDEX users_by_email ON public.users USING btree (email) INCLUDE (id);

CREATE UNIQUE INDEX users_by_lower_skeleton ON public.users USING btree (lower_skeleton);

CREATE INDEX users_by_name ON public.users USING btree (same_name(username)) INCLUDE (username, id) WHERE (NOT guest);

CREATE INDEX users_by_type ON public.users USING btree (user_type, same_name(username)) INCLUDE (username, id) WHERE (NOT guest);

CREATE UNIQUE INDEX users_by_typed_skeleton ON public.users USING btree (typed_skeleton);

CREATE UNIQUE INDEX users_by_username ON public.users USING btree (same_name(username));

CREATE INDEX users_by_words ON public.users USING gin (lower(username) gin_trgm_ops, email gin_trgm_ops) WHERE (NOT guest);

CREATE INDEX users_suspended ON public.users USING btree (suspended_at DESC, id DESC) WHERE (suspended_at IS NOT NULL);

CREATE INDEX users_unverified ON public.users USING btree (created_at) WHERE (NOT verified);

CREATE INDEX users_weekly ON public.users USING btree (id) WHERE weekly_mail;

CREATE INDEX users_without_weight ON public.users USING btree (created_at) WHERE (verified AND (NOT guest) AND (NOT has_weight));

CREATE TRIGGER ask_for_digests_of_renamed AFTER UPDATE OF username ON public.users FOR EACH ROW WHEN ((old.username <> new.username)) EXECUTE FUNCTION ask_for_digests_of_renamed();

CREATE TRIGGER count_deleted_users AFTER DELETE ON public.users REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_users();

CREATE TRIGGER count_inserted_users AFTER INSERT ON public.users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_users();

CREATE TRIGGER count_updated_users AFTER UPDATE OF user_type, verified, guest ON public.users FOR EACH ROW WHEN ((((old.user_type IS DISTINCT FROM new.user_type) OR (old.verified IS DISTINCT FROM new.verified)) OR (old.guest IS DISTINCT FROM new.guest))) EXECUTE FUNCTION count_updated_user();

CREATE TRIGGER follow_suspension AFTER UPDATE OF suspended_at ON public.users FOR EACH ROW WHEN (((old.suspended_at IS NULL) <> (new.suspended_at IS NULL))) EXECUTE FUNCTION follow_suspension();

CREATE TRIGGER rename_publisher AFTER UPDATE OF username ON public.users FOR EACH ROW WHEN ((same_name(old.username) <> same_name(new.username))) EXECUTE FUNCTION rename_publisher();

CREATE TRIGGER users_increment_version BEFORE UPDATE OF username, email, user_type ON public.users FOR EACH ROW WHEN ((((old.username IS DISTINCT FROM new.username) OR (old.email IS DISTINCT FROM new.email)) OR (old.user_type IS DISTINCT FROM new.user_type))) EXECUTE FUNCTION increment_version();

CREATE TRIGGER users_set_name_skeletons BEFORE INSERT OR UPDATE OF username ON public.users FOR EACH ROW EXECUTE FUNCTION set_name_skeletons();

CREATE TRIGGER users_with_other_names BEFORE INSERT OR UPDATE OF username ON public.users FOR EACH ROW EXECUTE FUNCTION refuse_pen_name();

create table webhook_deliveries (
  id uuid not null default gen_random_uuid(),
  webhook_id uuid not null,
  event text not null,
  data jsonb not null,
  queued_at timestamp with time zone not null,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  tried_at timestamp with time zone,
  status integer,
  error text,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text, 'dropped'::text]))),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);

CREATE INDEX webhook_deliveries_by_time ON public.webhook_deliveries USING btree (queued_at);

CREATE INDEX webhook_deliveries_by_webhook ON public.webhook_deliveries USING btree (webhook_id, queued_at DESC, id);

create table webhooks (
  id uuid not null default gen_random_uuid(),
  url text not null,
  secret text not null,
  events text[] not null,
  is_active boolean not null default true,
  made_at timestamp with time zone not null,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_url_check CHECK ((length(url) <= 500))
);
