"""The conversation that lessons 02 to 05 share, so that what they measure can be compared."""

# What one person says, turn by turn. A name, a budget and a wish are told early, and asked for late.
TRIP = (
    "Hi, my name is Sam.",
    "I am planning a trip to Lisbon in May.",
    "My budget is 900 euros.",
    "I prefer trains to planes.",
    "Why is the sky blue?",
    "Can you break that down more simply?",
    "What is my budget?",
    "What is my name?",
)
