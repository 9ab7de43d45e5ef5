import stringWidth from 'string-width';
import QuickLRU from 'quick-lru';
const cache = new QuickLRU({ maxSize: 1000 });
// Letters and signs that certainly take one cell each; texts with other characters need a width lookup.
const narrow = /^[\u0020-\u007E\u00A1-\u00A8\u00AA-\u00AC\u00AF-\u02FF\u0370-\u0482\u048A-\u052F\u2010-\u2027\u20A0-\u20BF\u2190-\u2193\u2261\u2500-\u2593\u25A0\u25B2\u25BA\u25BC\u25C4\u25CF]*$/;
export const narrowWidth = (line) => {
    const plain = line.replaceAll(/\u001B\[[\d;]*m/g, '');
    return narrow.test(plain) ? plain.length : undefined;
};
const measureText = (text) => {
    if (text.length === 0) {
        return {
            width: 0,
            height: 0,
        };
    }
    const cachedDimensions = cache.get(text);
    if (cachedDimensions) {
        return cachedDimensions;
    }
    const lines = text.split('\n');
    const width = Math.max(...lines.map(line => narrowWidth(line) ?? stringWidth(line)));
    const height = lines.length;
    const dimensions = { width, height };
    cache.set(text, dimensions);
    return dimensions;
};
export default measureText;
