type Output = {
    width: number;
    height: number;
};
/** The cells that a line takes if none of its characters needs a lookup; styles take none. */
export declare const narrowWidth: (line: string) => number | undefined;
declare const measureText: (text: string) => Output;
export default measureText;
