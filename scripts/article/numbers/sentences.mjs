// The sentences that the article's numbers are measured on.

export const tired = "The animal didn't cross the street because it was too tired";
export const wide = "The animal didn't cross the street because it was too wide";
export const cats = 'your cat is a lovely cat';
export const dogFirst = 'dog bites man';
export const manFirst = 'man bites dog';
export const masked = 'the [MASK] chased the cat';
export const padded = `${tired}${' [PAD]'.repeat(4)}`;
export const misread = 'The dog chased the ball until it was out of breath';
export const strange = 'Zebras adore cheesecake';
