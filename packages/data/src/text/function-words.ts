// Words that hold sentences together and say nothing about their subject, in the languages that most tables are in. They
// count for the model as their rarity has it; they are only not shown as evidence for a class, since "over speaks for
// fault" tells nobody anything. Words that are subjects in another of these languages ("die", "war", "son") are left out.
const WORDS = `
a about above after again against all almost alone along already also although always am among an and another any anybody
anyone anything are aren't around as at away back be became because become been before behind being below between both but by
can can't cannot could couldn't did didn't do does doesn't doing don't done down during each either else enough etc even ever
every everybody everyone everything except few for from further had hadn't has hasn't have haven't having he he'd he'll he's her
here hers herself him himself his how however i i'd i'll i'm i've if in instead into is isn't it it's its itself just least less
like many may maybe me might mine more most much must my myself neither never no nobody none nor not nothing now of off often on
once one only onto or other others our ours ourselves out over own per perhaps quite rather really same several shall she she's
should shouldn't since so some somebody someone something sometimes soon still such than that that's the their theirs them
themselves then there there's these they they're they've thing things this those though through thus to together too toward
towards under until up upon us very via was wasn't we we'd we'll we're we've well were weren't what what's whatever when where
whether which while who whole whom whose why will with within without won't would wouldn't yes yet you you'd you'll you're you've
your yours yourself
aber als am an auch auf aus bei beim bin bis bist da damit dann das dass dein deine dem den denn der des dich dir doch du durch
ein eine einem einen einer eines er es etwas euch euer für gegen habe haben hier ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im
immer ist ja jede jedem jeden jeder jedes jetzt kann kein keine keinem keinen keiner können man mehr mein meine meinem meinen
meiner mich mir mit muss nach nein nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner seit sich sie
sind so über um und uns unser unsere unter viel vom von vor wann warum weil weiter wenn werden wie wieder wir wird wo wurde zu
zum zur zwischen
afin ai aussi aux avant avec avez avons c'est ce ceci cela ces cet cette ceux chez comme dans de depuis des donc du elle elles
encore entre est et été être eux ici il ils je la le les leur leurs lui ma mais même mes moi mon ne nos notre nous ont ou où par
parce pas pendant peu plus pour pourquoi qu'il quand que quel quelle qui sa sans se ses si sont sous suis sur ta tes toi ton très
tu un une vos votre vous y
al ante así aún bajo cada como con contra cual cuando de del desde donde dos el ella ellas ellos en entre era eran es esa ese eso
esta está están estas este esto estos fue ha hace han hasta hay la las lo los más me mi mis mucho muy nada ni nos nosotros nunca
o otra otro para pero poco por porque pues que qué quien se según ser si sí sido sin sobre su sus también tan te tengo tiene todo
todos tu tus un una unas uno unos usted y ya yo
`;

const FUNCTION_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

/** Whether a word, in lower case, says nothing about a subject. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word.replaceAll("’", "'")) || /^\p{N}$/u.test(word);
}
