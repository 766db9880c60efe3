// Which browser it is, by what it says of itself.

/** Names as they are said, the more particular first: most browsers also give
 * the names of others. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"], [/\bOPR\/|\bOpera\b/, "Opera"], [/\bSamsungBrowser\//, "Samsung Internet"], [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"], [/\bChromium\//, "Chromium"], [/\b(?:Headless)?Chrome\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/[\d.]+.* Safari\//, "Safari"], [/^curl\//, "curl"], [/^[Pp]ython/, "Python"],
];
const SYSTEMS = [
  [/\biPhone\b/, "an iPhone"], [/\biPad\b/, "an iPad"], [/\bAndroid\b/, "Android"], [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"], [/\bMac OS X\b|\bMacintosh\b/, "a Mac"], [/\bLinux\b/, "Linux"],
];

/** `Firefox on Linux`; what it says itself if that is nothing known. */
export function browserWords(userAgent) {
  const named = (names) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (userAgent || "A browser that says nothing of itself");
}
