export interface Unit {
  /** Quantities of one dimension can be compared after their factors. */
  readonly dimension: string;
  readonly factor: number;
}

/** `dimension: factor names, factor names …`. Months and years are not days: their length varies. */
const TABLE = `
g: 1e-6 µg μg mcg microgram micrograms, 0.001 mg milligram milligrams, 1 g gram grams gramm gramme grammes, 1000 kg kilo kilos kilogram kilograms, 1e6 t ton tons tonne tonnes, 453.59237 lb lbs, 28.349523125 oz ounce ounces
m: 1e-6 µm μm, 0.001 mm millimetre millimetres millimeter millimeters, 0.01 cm centimetre centimetres centimeter centimeters zentimeter, 1 m metre metres meter meters, 1000 km kilometre kilometres kilometer kilometers, 0.0254 inch inches, 0.3048 ft foot feet, 0.9144 yd yard yards, 1609.344 mi mile miles meilen
s: 1e-6 µs μs, 0.001 ms millisecond milliseconds, 1 s sec secs second seconds sekunde sekunden, 60 min mins minute minutes minuten, 3600 h hr hrs hour hours stunde stunden heure heures hora horas, 86400 day days tag tage tagen jour jours dia dias, 604800 week weeks woche wochen semaine semaines semana semanas
month: 1 month months monat monate monaten mois mes meses, 12 year years yr yrs jahr jahre jahren an ans ano anos annee annees
l: 0.001 ml millilitre millilitres milliliter milliliters, 0.01 cl, 0.1 dl, 1 l litre litres liter liters, 0.00492892 tsp teaspoon teaspoons, 0.01478676 tbsp tablespoon tablespoons, 0.2365882 cup cups, 3.785411784 gallon gallons, 0.473176 pint pints
byte: 1 byte bytes, 1e3 kb, 1e6 mb, 1e9 gb, 1e12 tb, 1024 kib, 1048576 mib, 1073741824 gib, 1099511627776 tib
bit: 1 bit bits, 1e3 kbit kbps, 1e6 mbit mbps, 1e9 gbit gbps
hz: 1 hz, 1e3 khz, 1e6 mhz, 1e9 ghz
watt: 1 w watt watts, 1e3 kw, 1e6 mw
kwh: 1 kwh
volt: 1 v volt volts
px: 1 px pixel pixels
kcal: 1 kcal calories calorie
celsius: 1 celsius
fahrenheit: 1 fahrenheit
kmh: 1 km/h kph, 1.609344 mph
eur: 1 € eur euro euros, 0.01 cent cents
usd: 1 $ usd dollar dollars
gbp: 1 £ gbp quid
jpy: 1 ¥ jpy yen
chf: 1 chf franken
inr: 1 inr rupee rupees
pound: 1 pound pounds pfund
: 0.01 % percent prozent
`;
const UNITS = new Map<string, Unit>();
for (const line of TABLE.trim().split("\n")) {
  const colon = line.indexOf(":");
  for (const entry of line.slice(colon + 1).split(",")) {
    const [factor, ...names] = entry.trim().split(" ");
    for (const name of names) UNITS.set(name, { dimension: line.slice(0, colon), factor: Number(factor) });
  }
}

export function unitOf(word: string): Unit | undefined {
  return UNITS.get(word);
}

/** Written before their figures. */
export function isCurrencySign(word: string): boolean {
  return word === "$" || word === "€" || word === "£" || word === "¥";
}
