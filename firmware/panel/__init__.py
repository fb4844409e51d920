"""What a player sees, presses and hears: lights, buttons, buzzer, display."""
