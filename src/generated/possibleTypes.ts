
      export type PossibleTypesResultData = {
  "possibleTypes": {
    "Node": [
      "Post",
      "User"
    ]
  }
};
      const result: PossibleTypesResultData = {
  "possibleTypes": {
    "Node": [
      "Post",
      "User"
    ]
  }
};
      export default result;
    